import { z } from 'zod';
import { Failure } from '../notebook/failure.ts';
import type { Kernel } from '../notebook/kernel.ts';
import type { Notebook } from '../notebook/notebook.ts';
import type { Picture, ScalePicture } from '../outputs/picture.ts';
import type { Runner } from '../runs/runner.ts';

// zod probes `new Function` unless told not to; a page with a strict CSP reports that as a violation.
z.config({ jitless: true });

export { z };

export type ToolGroup = 'notebook' | 'run' | 'runtime' | 'state' | 'files' | 'session';

/** What a call does to the notebook; the MCP annotations follow from it. */
export type ToolEffect = 'reads' | 'adds' | 'sets' | 'edits' | 'destroys' | 'runs' | 'stops';

export interface ToolContext {
  notebook: Notebook;
  kernel: Kernel;
  runs: Runner;
  /** Aborts when the agent cancels the call. */
  signal: AbortSignal;
  /** Tells the agent how far the call is, if it asked to know. */
  progress: (message: string) => void;
  extensionVersion: string;
  /** Makes pictures fit what clients take, where there is something to draw with. */
  scalePicture?: ScalePicture;
}

/** What an agent gets: JSON (as text and as structuredContent alike), then the pictures. */
export interface ToolResult {
  data: Record<string, unknown>;
  images?: Picture[];
  /** Where the originals can be read. */
  links?: ResourceLink[];
}

export interface ResourceLink {
  uri: string;
  name: string;
  mimeType: string;
}

/** What a tool says of itself. */
interface ToolCard {
  name: string;
  title: string;
  group: ToolGroup;
  effect: ToolEffect;
  description: string;
}

export interface Tool extends ToolCard {
  input: z.ZodObject;
  /** Checks the arguments and does it. Rejects with `Failure`. */
  call: (args: unknown, context: ToolContext) => Promise<ToolResult>;
}

/** One tool, one file: its card, what it takes (`input`) and what it does with it (`run`). */
export function defineTool<Input extends z.ZodObject>(
  tool: ToolCard & {
    input: Input;
    run: (args: z.output<Input>, context: ToolContext) => Promise<ToolResult>;
  },
): Tool {
  const { run, ...card } = tool;
  return {
    ...card,
    call: async (args, context) => run(parseArguments(tool.name, tool.input, args), context),
  };
}

/** Arguments that do not fit are told in words an agent can act on. */
export function parseArguments<Input extends z.ZodObject>(
  name: string,
  input: Input,
  args: unknown,
): z.output<Input> {
  const parsed = input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    return path ? `${path}: ${issue.message}` : issue.message;
  });
  throw new Failure(
    'invalid_input',
    `Invalid arguments for ${name}: ${faults.join('; ')}.`,
    `Nothing was done. ${name} takes: ${Object.keys(input.shape).join(', ') || 'no arguments'}.`,
  );
}
