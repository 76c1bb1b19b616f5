/** What a notebook needs from a Python kernel, whichever process or worker it runs in. */
export interface Kernel {
  readonly name: string;
  readonly state: KernelState;
  start(): Promise<void>;
  /** Queued behind whatever runs; never rejects because of the user's code. */
  execute(code: string, handlers?: ExecutionHandlers, options?: ExecuteOptions): Promise<ExecuteReply>;
  /** False when this kernel has no means to interrupt. */
  interrupt(): boolean;
  restart(): Promise<void>;
  shutdown(): void;
  onStateChange(listener: (state: KernelState) => void): () => void;
}

export type KernelState = 'off' | 'starting' | 'idle' | 'busy';

export interface ExecuteOptions {
  /** Leaves the execution count alone and, on failure, does not cancel what is queued behind it. */
  silent?: boolean;
}

export interface ExecutionHandlers {
  onStart?(): void;
  onOutput?(output: KernelOutput): void;
}

export interface ExecuteReply {
  /** `aborted`: never started, because an earlier execution failed or the kernel went away. */
  status: 'ok' | 'error' | 'aborted';
  executionCount: number | null;
  error?: KernelError;
  /** Measured in the kernel, so that a bench can subtract it from what it sees from outside. */
  kernelMs: number;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number;
}

export interface KernelError {
  ename: string;
  evalue: string;
  traceback: string[];
}

export type MimeBundle = Record<string, unknown>;

export type KernelOutput =
  | { type: 'stream'; name: 'stdout' | 'stderr'; text: string }
  | {
      type: 'display_data' | 'update_display_data';
      data: MimeBundle;
      metadata: Record<string, unknown>;
      displayId: string | null;
    }
  | { type: 'execute_result'; data: MimeBundle; metadata: Record<string, unknown>; executionCount: number }
  | ({ type: 'error' } & KernelError)
  | { type: 'clear_output'; wait: boolean };
