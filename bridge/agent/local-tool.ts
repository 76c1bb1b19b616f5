import type { Tool } from '@modelcontextprotocol/server';

export interface LocalCall {
  /** As the agent gave them: the tool checks them itself. */
  args: unknown;
  /** Aborts when the agent cancels the call. */
  signal: AbortSignal;
  progress: (step: number, total: number, message: string) => void;
}

/** A tool that needs the user's machine and not the notebook, so the bridge runs it itself. */
export interface LocalTool {
  listing: Tool;
  /** The JSON an agent gets. Rejects with `Failure`. */
  run: (call: LocalCall) => Promise<Record<string, unknown>>;
}
