import type { CellRun, OnRunUpdate } from './notebook.ts';

/**
 * The kernel behind the notebook: what is done to it, and not to a cell. All methods reject with `Failure`.
 */
export interface Kernel {
  state(): Promise<KernelState>;
  /**
   * Stops what runs, as the stop button does: only this cell, when one is named; only the agents' code without a
   * cell, with `code`, which also ends its waiting. False when nothing ran; `unsupported` when it cannot be stopped.
   */
  interrupt(target: InterruptTarget): Promise<{ interrupted: boolean; stillRunning?: boolean }>;
  /**
   * Runs code that is in no cell, behind whatever runs, and settles when it has ended or could not start; what it
   * shows meanwhile comes as updates. The notebook is afterwards as it was before.
   */
  execute(request: CodeRequest, onUpdate?: OnRunUpdate): Promise<CodeRun>;
  /**
   * Puts bytes into a temporary file of the runtime without running code, and says where; null where that cannot be
   * done. Whether they are there is for the kernel to look.
   */
  putFile?(file: { name: string; base64: string }): Promise<string | null>;
}

/** The kernel behind a notebook in a page, which can also be connected, restarted and asked for input there. */
export interface NotebookKernel extends Kernel {
  /** Begins another session: variables are gone, files are not. Settles when it takes code again. */
  restart(): Promise<KernelState>;
  /**
   * Sees to it that there is a runtime, with this accelerator if one is named: then another runtime may take the place
   * of this one, with none of its variables and files. What the page asks meanwhile is left to the user.
   */
  connect(wish: { accelerator?: string }): Promise<KernelState>;
  /** Types a line where a cell (this one, when one is named) waits for input. Never into a field for passwords. */
  answerInput(answer: { cellId?: string; text: string }): Promise<{ cellId: string; prompt: string }>;
}

export interface InterruptTarget {
  cellId?: string;
  code?: boolean;
  /** The kernel may get the interrupt before it gets to the code, and then goes on as if there had been none. */
  hasJustBegun?: boolean;
}

export interface CodeRequest {
  code: string;
  /** A question of ours, not the agent's work: where the kernel allows it, no count, no history, no `_`. */
  isQuiet?: boolean;
  /** The agent's work, done by a script of ours: it is interrupted and shown as that, but has no place in the history either. */
  isUnrecorded?: boolean;
  /** If the kernel is busy with something else for so long, nothing is run: `not_started`, with what it is. */
  startWithinMs?: number;
}

/** How code without a cell ended. Its outputs came as updates. */
export type CodeRun = Omit<CellRun, 'cellId'> & {
  /** `not_started`, because something else ran for longer than `startWithinMs`. */
  wasBusy?: boolean;
};

/** `unknown` when the page does not say. */
export type RuntimeState = 'disconnected' | 'connecting' | 'idle' | 'busy' | 'unknown';

export interface KernelState {
  state: RuntimeState;
  accelerator?: string;
  language?: string;
  /** Another one after every restart; absent when the page does not tell. */
  session?: string;
  /** Why there is no runtime, as the page puts it. */
  why?: string;
}
