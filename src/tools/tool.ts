import { z } from 'zod';
import type { Agent } from '../agents/agent.ts';
import type { AgentMemory } from '../agents/agent-memory.ts';
import type { BridgeTransfer } from '../files/transfer.ts';
import { Failure } from '../notebook/failure.ts';
import type { Kernel, NotebookKernel } from '../notebook/kernel.ts';
import type { Notebook } from '../notebook/notebook.ts';
import type { Picture, ScalePicture } from '../outputs/picture.ts';
import type { Proposals } from '../proposals/proposals.ts';
import type { Runner } from '../runs/runner.ts';
import type { Secrets } from '../secrets/secrets.ts';

// zod probes `new Function` unless told not to; a page with a strict CSP reports that as a violation.
z.config({ jitless: true });

export { z };

export type ToolGroup = 'notebook' | 'run' | 'runtime' | 'state' | 'files' | 'session';

/** What a call does; the MCP annotations follow from it, and what the user's policy says to it. */
export type ToolEffect =
  | 'reads'
  | 'adds'
  | 'sets'
  | 'edits'
  | 'proposes'
  | 'destroys'
  | 'runs'
  | 'controls'
  | 'transfers'
  | 'discloses'
  | 'stops'
  | 'connects';

/** What every tool gets with a call, wherever it runs. */
export interface CallContext {
  /** Aborts when the agent cancels the call. */
  signal: AbortSignal;
  /** Tells the agent how far the call is, if it asked to know. */
  progress: (message: string, step?: { done: number; total: number }) => void;
}

/** What a tool works with that needs a kernel and no notebook: so it also runs where there is no page. */
export interface RuntimeContext extends CallContext {
  /** Who calls. */
  agent: Agent;
  kernel: Kernel;
  runs: Runner;
  /** Tells that the call has started a run: whoever waits for its answer may have to do with that. */
  started: (runId: string) => void;
  /** How agents name the notebook: in addresses, in run ids, in get_status. */
  notebookId: string;
  /** Where our bridge does the other half of the call: its end of it. */
  transfer?: BridgeTransfer | undefined;
  /** Makes pictures fit what clients take, where there is something to draw with. */
  scalePicture?: ScalePicture;
}

/** What a tool of the extension works with. */
export interface ToolContext extends RuntimeContext {
  kernel: NotebookKernel;
  /** As this agent may use it: what it has seen is remembered, and what it changes is written down. */
  notebook: Notebook;
  /** What this agent has seen of the cells. */
  memory: AgentMemory;
  proposals: Proposals;
  /** Those in use: they are taken out of what the agent gets. */
  secrets: Pick<Secrets, 'names' | 'keep'>;
  extensionVersion: string;
}

/** What an agent gets: JSON (as text and as structuredContent alike), then the pictures. */
export interface ToolResult {
  data: Record<string, unknown>;
  images?: Picture[];
  /** Where the originals can be read. */
  links?: ResourceLink[];
  /** Files as they are. */
  files?: EmbeddedFile[];
}

export interface EmbeddedFile {
  uri: string;
  mimeType: string;
  /** In base64. */
  blob: string;
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
  /** It can be asked to run code as well: whoever looks only at the effect must not take it for harmless. */
  mayRun?: boolean;
  description: string;
  /** What its results have; they may have more, and notices. */
  output: z.ZodObject;
}

export interface Tool<Context extends CallContext = ToolContext> extends ToolCard {
  input: z.ZodObject;
  /** Checks the arguments; the result does it. Both fail with `Failure`. */
  prepare: (args: unknown) => (context: Context) => Promise<ToolResult>;
}

/**
 * One tool, one file: its card, what it takes (`input`), what it gives (`output`) and what it does (`run`). The same in the
 * extension and in the bridge; they differ in what they give to `run`.
 */
export function defineTool<Input extends z.ZodObject, Context extends CallContext = ToolContext>(
  tool: ToolCard & {
    input: Input;
    run: (args: z.output<Input>, context: Context) => Promise<ToolResult>;
  },
): Tool<Context> {
  const { run, ...card } = tool;
  return {
    ...card,
    prepare: (args) => {
      const parsed = parseArguments(tool.name, tool.input, args);
      return (context) => run(parsed, context);
    },
  };
}

/** Arguments that do not fit are told in words an agent can act on. */
function parseArguments<Input extends z.ZodObject>(
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
