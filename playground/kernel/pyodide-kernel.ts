import { InputBox } from './input-box.ts';
import type { FileNews, FromKernel, ToWorker } from './kernel-messages.ts';
import { QueuedKernel } from './queued-kernel.ts';
import { WorkerFiles } from './worker-files.ts';

/** What Pyodide reads as "raise KeyboardInterrupt". */
const SIGINT = 2;

export interface PyodideKernelOptions {
  makeWorker(): Worker;
  pyodideUrl: string;
}

/** CPython in a worker. A restart is a new worker; an interrupt is a byte of shared memory. */
export class PyodideKernel extends QueuedKernel {
  readonly files = new WorkerFiles((message) => this.send(message));
  readonly #options: PyodideKernelOptions;
  #worker: Worker | undefined;
  #interrupts: Uint8Array | undefined;
  #input: InputBox | undefined;

  constructor(options: PyodideKernelOptions) {
    super();
    this.#options = options;
  }

  interrupt(): boolean {
    if (!this.#interrupts) return false;
    if (!this.current) return true;
    this.#interrupts[0] = SIGINT;
    // Code that awaits runs no bytecode and so never looks at the shared byte: cancel it by message.
    this.send({ type: 'interrupt', id: this.current.id });
    return true;
  }

  protected boot(): Promise<void> {
    const worker = this.#options.makeWorker();
    this.#worker = worker;
    const buffer = globalThis.crossOriginIsolated ? new SharedArrayBuffer(1) : null;
    this.#interrupts = buffer ? new Uint8Array(buffer) : undefined;
    this.#input = buffer ? new InputBox() : undefined;
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        if (this.#worker === worker) this.shutdown();
        reject(new Error(`The Python kernel did not start: ${reason}`));
      };
      worker.addEventListener('error', (event) => fail(event.message));
      worker.addEventListener('message', (event: MessageEvent<FromKernel | FileNews>) => {
        if (this.#worker !== worker) return;
        const message = event.data;
        if (message.type === 'ready') {
          this.setState('idle');
          resolve();
        } else if (message.type === 'boot-failed') fail(message.reason);
        else if (message.type === 'file') this.files.receive(message);
        else if (message.type === 'crashed') this.crash();
        else this.receive(message);
      });
      this.send({
        type: 'boot',
        pyodideUrl: this.#options.pyodideUrl,
        interruptBuffer: buffer,
        inputBuffer: this.#input?.buffer ?? null,
      });
    });
  }

  protected send(message: ToWorker): void {
    // The worker is busy waiting for it, and hears no messages.
    if (message.type === 'answer') this.#input?.put(message.text);
    else this.#worker?.postMessage(message);
  }

  protected release(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.files.forget();
  }
}
