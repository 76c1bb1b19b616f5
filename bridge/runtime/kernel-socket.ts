import { WebSocket } from 'ws';

/** A socket that says nothing for twice as long is dead, though nobody has closed it. */
const PING_MS = 20_000;
/** What one message may hold: outputs of any size are for us to shape, but a process has an end. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Sockets to kernels of one server: with the token in a header, where no log of addresses has it. */
export function kernelSocket(token: string, onBadMessage: (error: unknown) => void) {
  return class KernelSocket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      const headers = token === '' ? {} : { Authorization: `token ${token}` };
      super(address, protocols, { headers, maxPayload: MAX_MESSAGE_BYTES });
      this.once('open', () => keepAlive(this));
    }

    /** A message that the client library does not understand is not the end of the process. */
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      try {
        return super.emit(event, ...args);
      } catch (error) {
        if (event !== 'message') throw error;
        onBadMessage(error);
        return true;
      }
    }
  };
}

/** Notices that the other end is gone where no packet says so. */
function keepAlive(socket: WebSocket): void {
  let isAlive = true;
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_MS);
  const heard = (): void => {
    isAlive = true;
  };
  socket.on('pong', heard);
  socket.on('message', heard);
  socket.once('close', () => clearInterval(beat));
}
