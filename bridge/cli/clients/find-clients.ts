import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isRecord } from '../../../src/wire/json.ts';
import { clients } from './catalogue.ts';
import type { Client, ServerCommand } from './client.ts';
import { entryIn } from './edit-config.ts';
import { UnreadableConfig } from './entry-format.ts';
import { type Machine, pathsOf } from './machine.ts';

export interface FoundClient {
  client: Client;
  /** Whether it has been used, or is on the PATH. */
  installed: boolean;
  /** Its configuration file, there or not. */
  file: string;
  /** Undefined where there is no such file. */
  text: string | undefined;
  /** Our entry; undefined where there is none. */
  entry: unknown;
  /** Why the file cannot be read. */
  problem?: string;
}

export type Exists = (path: string) => boolean;

export function configFileOf(client: Client, machine: Machine, exists: Exists = existsSync): string {
  const { dirname } = pathsOf(machine);
  const files = client.files(machine);
  const [first = ''] = files;
  return files.find(exists) ?? files.find((file) => exists(dirname(file))) ?? first;
}

export function isInstalled(client: Client, machine: Machine, exists: Exists = existsSync): boolean {
  const { join, delimiter } = pathsOf(machine);
  if (client.signs(machine).some(exists)) return true;
  const { program } = client;
  if (program === undefined) return false;
  const endings = machine.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (machine.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.some((folder) => endings.some((ending) => exists(join(folder, `${program}${ending}`))));
}

export async function findClient(client: Client, machine: Machine): Promise<FoundClient> {
  const file = configFileOf(client, machine);
  const found = { client, installed: isInstalled(client, machine), file };
  let text: string | undefined;
  try {
    text = await textOf(file);
    return { ...found, text, entry: text === undefined ? undefined : entryIn(client, text) };
  } catch (error) {
    const problem =
      error instanceof UnreadableConfig
        ? error.message
        : `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return { ...found, text, entry: undefined, problem };
  }
}

export const findClients = (machine: Machine): Promise<FoundClient[]> =>
  Promise.all(clients.map((client) => findClient(client, machine)));

/** What an entry starts; undefined where it starts nothing. */
export function serverOf(entry: unknown): ServerCommand | undefined {
  if (!isRecord(entry) || typeof entry.command !== 'string') return undefined;
  const args = Array.isArray(entry.args) ? entry.args.map(String) : [];
  return { command: entry.command, args };
}

/** Undefined where there is no such file. */
export async function textOf(file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  // Anything else would come back changed.
  if (!isUtf8(bytes)) throw new UnreadableConfig('It is not written in UTF-8.');
  return bytes.toString('utf8');
}
