import { KernelAPI, KernelConnection, KernelMessage, type ServerConnection } from '@jupyterlab/services';
import type { FromKernel, ToServer } from '../../kernel/kernel-messages.ts';
import { toOutput } from './outputs.ts';
import { toReply } from './replies.ts';

const START_MS = 60_000;

export interface SessionEnds {
  post(message: FromKernel): void;
  /** There is no kernel any more, and none will come. */
  lost(): void;
}

/** The kernel of one page: what the page asks goes to IPython, what IPython says goes to the page. */
export class KernelSession {
  readonly #settings: ServerConnection.ISettings;
  readonly #ends: SessionEnds;
  #kernel: KernelConnection | undefined;
  #closed = false;
  #answer: (text: string) => void = () => {};

  constructor(settings: ServerConnection.ISettings, ends: SessionEnds) {
    this.#settings = settings;
    this.#ends = ends;
  }

  async start(): Promise<void> {
    try {
      await this.#startKernel();
      this.#ends.post({ type: 'ready' });
    } catch (error) {
      this.#ends.post({
        type: 'boot-failed',
        reason: error instanceof Error ? error.message : String(error),
      });
      this.#ends.lost();
    }
  }

  async take(message: ToServer): Promise<void> {
    const kernel = this.#kernel;
    if (!kernel) return;
    if (message.type === 'execute') await this.#execute(kernel, message.id, message.code, message.silent);
    else if (message.type === 'interrupt') await kernel.interrupt();
    else if (message.type === 'answer') this.#answer(message.text);
    else {
      // A new kernel, rather than the same one again, cannot bring late messages of its former life. It need
      // not wait for the old one either, which takes seconds to end while it computes.
      await Promise.all([this.#endKernel(), this.start()]);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#endKernel();
  }

  async #startKernel(): Promise<void> {
    const model = await KernelAPI.startNew({ name: 'python3' }, this.#settings);
    // Nobody here renders widgets, and handling their messages would only keep state of them.
    const kernel = new KernelConnection({ model, serverSettings: this.#settings, handleComms: false });
    this.#kernel = kernel;
    // The page left while the kernel was on its way.
    if (this.#closed) return this.#endKernel();
    kernel.statusChanged.connect((_, status) => {
      if (status === 'dead' && this.#kernel === kernel) this.#ends.lost();
    });
    await withinTime(kernel.info);
  }

  async #endKernel(): Promise<void> {
    const kernel = this.#kernel;
    this.#kernel = undefined;
    if (!kernel || kernel.status === 'dead') return;
    // Before the request: a connection that sees its kernel end would try to get it back.
    kernel.dispose();
    await KernelAPI.shutdownKernel(kernel.id, this.#settings);
  }

  async #execute(kernel: KernelConnection, id: number, code: string, silent: boolean): Promise<void> {
    const future = kernel.requestExecute({
      code,
      silent,
      store_history: !silent,
      // Code that runs outside any cell has no field to show.
      allow_stdin: !silent,
      // The page keeps the queue, so there is nothing behind this one to be aborted.
      stop_on_error: false,
    });
    let started = false;
    future.onIOPub = (message) => {
      if (!started) this.#ends.post({ type: 'started', id });
      started = true;
      const output = toOutput(message);
      if (output && !(silent && output.type === 'error')) this.#ends.post({ type: 'output', id, output });
    };
    future.onStdin = (message) => {
      if (!KernelMessage.isInputRequestMsg(message)) return;
      const { prompt, password } = message.content;
      this.#answer = (text) => kernel.sendInputReply({ status: 'ok', value: text }, message.header);
      this.#ends.post({ type: 'input', id, prompt, isPassword: password });
    };
    const reply = await future.done.catch(() => undefined);
    // No reply: the kernel was restarted or ended meanwhile, and the page knows.
    if (reply) this.#ends.post({ type: 'done', id, reply: toReply(reply, silent) });
  }
}

async function withinTime(ready: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`IPython did not answer within ${START_MS / 1000} s.`)),
      START_MS,
    );
  });
  try {
    await Promise.race([ready, late]);
  } finally {
    clearTimeout(timer);
  }
}
