import type { Machine } from './machine.ts';

/** A program and its words: what a client starts as the MCP server. */
export interface ServerCommand {
  command: string;
  args: string[];
}

/** What stands in a client's file for one server. */
export type ServerEntry = Record<string, unknown>;

export const CLIENT_IDS = [
  'claude-code',
  'claude-desktop',
  'codex',
  'gemini',
  'cursor',
  'vscode',
  'windsurf',
] as const;
export type ClientId = (typeof CLIENT_IDS)[number];

/** A program that starts MCP servers, and where it is told which. */
export interface Client {
  id: ClientId;
  name: string;
  /** JSON is read with comments and trailing commas, which some clients allow; we add neither. */
  format: 'json' | 'toml';
  /** The member, or table, of its file that holds the servers by name. */
  servers: string;
  /** Its file for this user. Of several places the first whose folder is there counts, else the first. */
  files: (machine: Machine) => string[];
  /** Folders and files that are there once it has been used. */
  signs: (machine: Machine) => string[];
  /** Its program on the PATH, where it has one. */
  program?: string;
  entry: (server: ServerCommand) => ServerEntry;
  /** What makes it see a new server. */
  afterwards: string;
}

/** The name by which clients know our server. */
export const SERVER_NAME = 'cellwire';
