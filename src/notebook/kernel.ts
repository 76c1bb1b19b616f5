/**
 * The kernel behind the notebook: what is done to it, and not to a cell. Running code silently, restarting it and
 * answering a prompt of it belong here too, when they come. All methods reject with `Failure`.
 */
export interface Kernel {
  state(): Promise<KernelState>;
  /**
   * Stops the cell that runs (only if it is this one, when one is named), as the stop button does. False when
   * none ran; `unsupported` when one runs that cannot be stopped.
   */
  interrupt(target: { cellId?: string }): Promise<{ interrupted: boolean; stillRunning?: boolean }>;
}

/** `unknown` when the page does not say. */
export type RuntimeState = 'disconnected' | 'connecting' | 'idle' | 'busy' | 'unknown';

export interface KernelState {
  state: RuntimeState;
  accelerator?: string;
  language?: string;
}
