import type { WebSocket } from 'ws';
import type { HelloParams, HelloResult } from '../../src/wire/hello.ts';
import { HELLO_METHOD, readHelloResult } from '../../src/wire/hello.ts';
import { readMessage } from '../../src/wire/json-rpc.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';

/** As the protocol of sockets says it. */
const CLOSE_TOO_BIG = 1009;

export interface HelloAnswer {
  /** Null for a frontend that is not ours. */
  hello: HelloResult | null;
}

let greetings = 0;

/** A socket that a tab has just opened, of which it is not yet known who it is. */
export class NewSocket {
  readonly socket: WebSocket;
  // A tab may send old answers in the same breath as its hello, so nothing is dropped from the first frame on.
  readonly #held: string[] = [];
  #heldChars = 0;
  #consume = (text: string): void => this.#hold(text);
  #helloId: string | null = null;
  #answered: (hello: HelloAnswer['hello']) => void = () => {};

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
  }

  /** Says hello, as often as there is something to ask. Null when the socket is gone before the answer. */
  sayHello(params: HelloParams, waitMs: number): Promise<HelloAnswer | null> {
    greetings += 1;
    const id = `cellwire-hello-${greetings}`;
    const { socket } = this;
    return new Promise((resolve) => {
      const finish = (answer: HelloAnswer | null): void => {
        clearTimeout(timer);
        socket.off('close', gone);
        this.#helloId = null;
        resolve(answer);
      };
      const gone = (): void => finish(null);
      const timer = setTimeout(() => finish({ hello: null }), waitMs);
      this.#helloId = id;
      this.#answered = (hello) => finish({ hello });
      socket.once('close', gone);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: HELLO_METHOD, params }));
    });
  }

  /** Hands over the socket's frames: those that came during the answer, then all that follow. */
  read(consumer: (text: string) => void): void {
    this.#consume = consumer;
    for (const text of this.#held.splice(0)) consumer(text);
  }

  /** Of somebody who has yet to say who it is, not more than one message may weigh. */
  #hold(text: string): void {
    this.#heldChars += text.length;
    if (this.#heldChars <= MAX_MESSAGE_BYTES) {
      this.#held.push(text);
      return;
    }
    this.#held.length = 0;
    this.socket.close(CLOSE_TOO_BIG, 'too much before the hello');
  }

  #receive(text: string): void {
    const read = this.#helloId === null ? null : readMessage(text);
    const isAnswer = read?.kind === 'response' || (read?.kind === 'malformed' && !read.asks);
    if (!isAnswer || read.id !== this.#helloId) this.#consume(text);
    else if (read.kind === 'malformed' || !('result' in read.message)) this.#answered(null);
    else this.#answered(readHelloResult(read.message.result));
  }
}
