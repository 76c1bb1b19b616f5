import type { WebSocket } from 'ws';
import type { HelloParams, HelloResult } from '../../src/wire/hello.ts';
import { HELLO_METHOD } from '../../src/wire/hello.ts';
import { isRecord, parseMessage } from '../json-rpc.ts';

export interface Greeting {
  /** Null for a frontend that is not ours. */
  hello: HelloResult | null;
  /** Frames that came while we waited; they belong to the session. */
  held: string[];
}

let greetings = 0;

/** Says hello on a new socket. Null when the socket is gone before the answer. */
export function greet(socket: WebSocket, params: HelloParams, waitMs: number): Promise<Greeting | null> {
  greetings += 1;
  const id = `cellwire-hello-${greetings}`;
  const held: string[] = [];

  return new Promise((resolve) => {
    const finish = (greeting: Greeting | null): void => {
      clearTimeout(timer);
      socket.off('message', receive);
      socket.off('close', gone);
      resolve(greeting);
    };
    const receive = (data: Buffer): void => {
      const text = data.toString('utf8');
      const message = parseMessage(text);
      if (message === null || 'method' in message || message.id !== id) {
        held.push(text);
        return;
      }
      finish({ hello: 'result' in message ? helloIn(message.result) : null, held });
    };
    const gone = (): void => finish(null);
    const timer = setTimeout(() => finish({ hello: null, held }), waitMs);
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
