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
  /** The files of the machine or worker that it runs on. */
  readonly files: RuntimeFiles;
  onStateChange(listener: (state: KernelState) => void): () => void;
  /** Tells that it ended by itself, after it had been ready. */
  onCrash(listener: () => void): void;
}

export interface RuntimeFiles {
  /** Null when there is no such file. */
  read(path: string): Promise<ArrayBuffer | null>;
  /** Replaces what is there; false when it cannot be written. */
  write(path: string, content: ArrayBuffer): Promise<boolean>;
}

export type KernelState = 'off' | 'starting' | 'idle' | 'busy';

export interface ExecuteOptions {
  /** Leaves the execution count alone and, on failure, does not cancel what is queued behind it. */
  silent?: boolean;
}

export interface ExecutionHandlers {
  onStart?(): void;
  onOutput?(output: KernelOutput): void;
  /** The code waits for a line of text. */
  onInput?(request: InputRequest): void;
}

export interface InputRequest {
  prompt: string;
  isPassword: boolean;
  answer(text: string): void;
}

export interface ExecuteReply {
  /** `aborted`: never started, because an earlier execution failed or the kernel went away. */
  status: 'ok' | 'error' | 'aborted';
  executionCount: number | null;
  error?: KernelError;
  /** What the code left for whoever asked, as in Jupyter's `execute_reply`. */
  payload: unknown[];
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
