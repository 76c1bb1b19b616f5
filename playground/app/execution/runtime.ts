import type { ExecuteReply, ExecutionHandlers, Kernel, KernelState } from '../../kernel/kernel.ts';
import { Emitter } from '../model/emitter.ts';

/** Colab's own words for the state of a runtime. */
export type RuntimeState = 'connect' | 'allocating' | 'kernel idle' | 'busy';

interface RuntimeEvents {
  state: RuntimeState;
  connected: null;
}

const WORDS: Record<KernelState, RuntimeState> = {
  off: 'connect',
  starting: 'allocating',
  idle: 'kernel idle',
  busy: 'busy',
};

/** The runtime as the notebook sees it: absent until connected, then a kernel that runs code. */
export class Runtime {
  readonly events = new Emitter<RuntimeEvents>();
  readonly kernel: Kernel;
  readonly #minimumConnectMs: number;
  #connecting: Promise<void> | undefined;
  #sessions = 0;
  lastConnectedAt = -1;

  constructor(kernel: Kernel, minimumConnectMs: number) {
    this.kernel = kernel;
    this.#minimumConnectMs = minimumConnectMs;
    kernel.onStateChange((state) => {
      if (state === 'starting') this.#sessions++;
      this.events.emit('state', this.state);
    });
  }

  get state(): RuntimeState {
    return this.#connecting ? 'allocating' : WORDS[this.kernel.state];
  }

  get connected(): boolean {
    return this.state === 'kernel idle' || this.state === 'busy';
  }

  /** Every start of the kernel begins another one. */
  get sessionId(): string | undefined {
    return this.connected ? `session-${this.#sessions}` : undefined;
  }

  connect(): Promise<void> {
    if (this.connected) return Promise.resolve();
    this.#connecting ??= this.#connect();
    return this.#connecting;
  }

  execute(code: string, handlers?: ExecutionHandlers, silent = false): Promise<ExecuteReply> {
    return this.kernel.execute(code, handlers, { silent });
  }

  disconnect(): void {
    this.kernel.shutdown();
  }

  async #connect(): Promise<void> {
    try {
      this.events.emit('state', 'allocating');
      await Promise.all([this.kernel.start(), delay(this.#minimumConnectMs)]);
      this.lastConnectedAt = Date.now();
    } finally {
      this.#connecting = undefined;
      this.events.emit('state', this.state);
    }
    this.events.emit('connected', null);
  }
}

function delay(ms: number): Promise<void> {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
