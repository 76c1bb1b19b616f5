import type { WebSocket } from 'ws';
import type { HelloParams, HelloResult } from '../../src/wire/hello.ts';
import { HELLO_METHOD } from '../../src/wire/hello.ts';
import { isRecord, parseMessage } from '../json-rpc.ts';

export interface Greeting {
  /** Null for a frontend that is not ours. */
  hello: HelloResult | null;
  /** Hands over the socket's frames: those that came during the greeting, then all that follow. */
  read: (consumer: (text: string) => void) => void;
}

let greetings = 0;

/** Says hello on a new socket. Null when the socket is gone before the answer. */
export function greet(socket: WebSocket, params: HelloParams, waitMs: number): Promise<Greeting | null> {
  greetings += 1;
  const id = `cellwire-hello-${greetings}`;
  // The listener stays from the first frame on: a tab may send old answers in the same breath as its hello.
  const held: string[] = [];
  let consume = (text: string): void => void held.push(text);
  const read = (consumer: (text: string) => void): void => {
    consume = consumer;
    for (const text of held.splice(0)) consumer(text);
  };

  return new Promise((resolve) => {
    let answered = false;
    const finish = (greeting: Greeting | null): void => {
      clearTimeout(timer);
      socket.off('close', gone);
      answered = true;
      resolve(greeting);
    };
    const receive = (data: Buffer): void => {
      const text = data.toString('utf8');
      const message = answered ? null : parseMessage(text);
      if (message === null || 'method' in message || message.id !== id) consume(text);
      else finish({ hello: 'result' in message ? helloIn(message.result) : null, read });
    };
    const gone = (): void => finish(null);
    const timer = setTimeout(() => finish({ hello: null, read }), waitMs);
    socket.on('message', receive);
    socket.once('close', gone);
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: HELLO_METHOD, params }));
  });
}

function helloIn(result: unknown): HelloResult | null {
  if (!isRecord(result)) return null;
  const { linkId, extensionVersion, missing } = result;
  if (typeof linkId !== 'string' || typeof extensionVersion !== 'string') return null;
  const ids: unknown[] = Array.isArray(missing) ? missing : [];
  return { linkId, extensionVersion, missing: ids.filter((id) => typeof id === 'string') };
}
