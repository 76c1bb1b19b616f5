import { ExecutionQueue } from './execution-queue.ts';
import type { ExecuteOptions, ExecuteReply, ExecutionHandlers, Kernel, KernelState } from './kernel.ts';
import { OutputBatcher } from './output-batcher.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** What Pyodide reads as "raise KeyboardInterrupt". */
const SIGINT = 2;

export interface PyodideKernelOptions {
  makeWorker(): Worker;
  pyodideUrl: string;
}

/** CPython in a worker. A restart is a new worker; an interrupt is a byte of shared memory. */
export class PyodideKernel implements Kernel {
  readonly name = 'python3';
  readonly #options: PyodideKernelOptions;
  readonly #listeners = new Set<(state: KernelState) => void>();
  readonly #queue = new ExecutionQueue((execution) => {
    this.#setState('busy');
    this.#post({ type: 'execute', id: execution.id, code: execution.code, silent: execution.silent });
  });
  readonly #batcher = new OutputBatcher((output) => this.#queue.current?.handlers.onOutput?.(output));
  #state: KernelState = 'off';
  #worker: Worker | undefined;
  #interrupts: Uint8Array | undefined;
  #starting: Promise<void> | undefined;

  constructor(options: PyodideKernelOptions) {
    this.#options = options;
  }

  get state(): KernelState {
    return this.#state;
  }

  onStateChange(listener: (state: KernelState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): Promise<void> {
    this.#starting ??= this.#boot();
    return this.#starting;
  }

  async execute(
    code: string,
    handlers: ExecutionHandlers = {},
    options: ExecuteOptions = {},
  ): Promise<ExecuteReply> {
    await this.start();
    return this.#queue.add(code, handlers, options.silent ?? false);
  }

  interrupt(): boolean {
    if (!this.#interrupts) return false;
    const current = this.#queue.current;
    if (!current) return true;
    this.#interrupts[0] = SIGINT;
    // Code that awaits runs no bytecode and so never looks at the shared byte: cancel it by message.
    this.#post({ type: 'interrupt', id: current.id });
    return true;
  }

  async restart(): Promise<void> {
    this.shutdown();
    await this.start();
  }

  shutdown(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#starting = undefined;
    this.#batcher.discard();
    this.#setState('off');
    this.#queue.abortAll();
  }

  #boot(): Promise<void> {
    this.#setState('starting');
    const worker = this.#options.makeWorker();
    this.#worker = worker;
    const buffer = globalThis.crossOriginIsolated ? new SharedArrayBuffer(1) : null;
    this.#interrupts = buffer ? new Uint8Array(buffer) : undefined;
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        if (this.#worker === worker) this.shutdown();
        reject(new Error(`The Python kernel did not start: ${reason}`));
      };
      worker.addEventListener('error', (event) => fail(event.message));
      worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
        if (this.#worker !== worker) return;
        const message = event.data;
        if (message.type === 'ready') {
          this.#setState('idle');
          resolve();
        } else if (message.type === 'boot-failed') fail(message.reason);
        else this.#receive(message);
      });
      this.#post({ type: 'boot', pyodideUrl: this.#options.pyodideUrl, interruptBuffer: buffer });
    });
  }

  #receive(message: Exclude<FromWorker, { type: 'ready' | 'boot-failed' }>): void {
    if (message.id !== this.#queue.current?.id) return;
    if (message.type === 'started') this.#queue.current.handlers.onStart?.();
    else if (message.type === 'output') this.#batcher.add(message.output);
    else {
      this.#batcher.flush();
      this.#queue.settle(message.id, message.reply);
      if (!this.#queue.current) this.#setState('idle');
    }
  }

  #setState(state: KernelState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}
