import { z } from 'zod';
import type { Notebook } from '../notebook/notebook.ts';

// zod probes `new Function` unless told not to; a page with a strict CSP reports that as a violation.
z.config({ jitless: true });

export { z };

export type ToolGroup = 'notebook' | 'run' | 'runtime' | 'state' | 'files' | 'session';

/** What a call does to the notebook; the MCP annotations follow from it. */
export type ToolEffect = 'reads' | 'adds' | 'sets' | 'destroys' | 'runs';

export interface ToolContext {
  notebook: Notebook;
  /** Aborts when the agent cancels the call. */
  signal: AbortSignal;
  /** Tells the agent how far the call is, if it asked to know. */
  progress: (message: string) => void;
  extensionVersion: string;
}

/** What an agent gets: JSON (as text and as structuredContent alike), then the pictures. */
export interface ToolResult {
  data: Record<string, unknown>;
  images?: Picture[];
}

export interface Picture {
  mimeType: string;
  base64: string;
}

/** One tool, one file: its name, what it says of itself, what it takes and what it does. */
export interface Tool {
  name: string;
  title: string;
  group: ToolGroup;
  effect: ToolEffect;
  description: string;
  input: z.ZodObject;
  /** `args` have passed `input`. Rejects with `Failure`. */
  run: (args: never, context: ToolContext) => Promise<ToolResult>;
}

/** Keeps the argument types of a tool's handler tied to its schema. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run: (args: z.output<Input>, context: ToolContext) => Promise<ToolResult>;
  },
): Tool {
  return tool;
}
