import type { FromKernel, ToServer } from './kernel-messages.ts';
import { QueuedKernel } from './queued-kernel.ts';
import { servedFiles } from './served-files.ts';

/** As much of a WebSocket as is used here. */
type Socket = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>;

/** IPython behind the playground's server. It lives as long as the socket, so a closed page leaves none behind. */
export class JupyterKernel extends QueuedKernel {
  readonly files = servedFiles;
  readonly #makeSocket: () => Socket;
  #socket: Socket | undefined;
  #ready: () => void = () => {};
  #failed: (reason: string) => void = () => {};

  constructor(makeSocket: () => Socket) {
    super();
    this.#makeSocket = makeSocket;
  }

  interrupt(): boolean {
    if (!this.#socket) return false;
    if (this.current) this.send({ type: 'interrupt', id: this.current.id });
    return true;
  }

  override async restart(): Promise<void> {
    // A start under way ends with a "ready" that would be taken for the restart's: then all begins anew.
    if (this.state === 'starting') this.shutdown();
    else this.forget();
    await this.start();
  }

  protected boot(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ready = resolve;
      this.#failed = (reason) => reject(new Error(`The Python kernel did not start: ${reason}`));
      // The server starts a kernel for every new socket; one that is already there gets a new kernel.
      if (this.#socket) this.send({ type: 'restart' });
      else this.#connect();
    });
  }

  protected send(message: ToServer): void {
    this.#socket?.send(JSON.stringify(message));
  }

  protected release(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect(): void {
    const socket = this.#makeSocket();
    this.#socket = socket;
    const fail = (reason: string) => {
      if (this.#socket !== socket) return;
      // Whoever hears of a crash may start anew, and that start is not to fail.
      const failed = this.#failed;
      this.crash();
      // Has no effect on a kernel that was ready: a promise settles once.
      failed(reason);
    };
    socket.addEventListener('close', () => fail('its connection was lost.'));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      const message: FromKernel = JSON.parse(data);
      if (message.type === 'boot-failed') fail(message.reason);
      else if (message.type === 'crashed') fail('it crashed.');
      else if (message.type !== 'ready') this.receive(message);
      else {
        this.setState('idle');
        this.#ready();
      }
    });
  }
}
