import type { ExecuteReply, ExecutionHandlers, Kernel, KernelState } from '../../kernel/kernel.ts';
import { Emitter } from '../model/emitter.ts';
import { codeForHardware } from './hardware.ts';

/** Colab's own words for the state of a runtime. */
export type RuntimeState = 'connect' | 'allocating' | 'kernel idle' | 'busy';

interface RuntimeEvents {
  state: RuntimeState;
  connected: null;
  /** The kernel ended by itself. */
  crashed: null;
  /** The runtime was taken away because nobody used it. */
  idle: null;
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
  #accelerator = 'NONE';

  constructor(kernel: Kernel, minimumConnectMs: number) {
    this.kernel = kernel;
    this.#minimumConnectMs = minimumConnectMs;
    kernel.onCrash(() => this.events.emit('crashed', null));
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

  /** As the radio buttons name it: `NONE`, or a kind and a model. */
  get accelerator(): string {
    return this.#accelerator;
  }

  /** The machine is another one: what there was is deleted. */
  change(accelerator: string): void {
    this.#accelerator = accelerator;
    this.disconnect();
  }

  async restart(): Promise<void> {
    await this.kernel.restart();
    await this.#equip();
  }

  /** Nobody used it for too long. */
  idleOut(): void {
    this.disconnect();
    this.events.emit('idle', null);
  }

  disconnect(): void {
    this.kernel.shutdown();
  }

  async #equip(): Promise<void> {
    const code = codeForHardware(this.#accelerator);
    if (code !== null) await this.execute(code, {}, true);
  }

  async #connect(): Promise<void> {
    try {
      this.events.emit('state', 'allocating');
      await Promise.all([this.kernel.start(), delay(this.#minimumConnectMs)]);
      await this.#equip();
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
