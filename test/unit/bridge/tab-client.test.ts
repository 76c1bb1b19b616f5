import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unreadableAnswer } from '../../../bridge/tabs/failures.ts';
import { TabClient, TabError } from '../../../bridge/tabs/tab-client.ts';
import { TabTransport } from '../../../bridge/tabs/tab-transport.ts';
import { capturedLog } from '../../support/captured-log.ts';

/** Keeps what is sent; `held` is what has to wait for a socket. */
class Outbox extends TabTransport {
  readonly sent: JSONRPCMessage[] = [];
  readonly held = new Set<JSONRPCMessage>();

  override send(message: JSONRPCMessage): void {
    this.sent.push(message);
  }

  override holds(message: JSONRPCMessage): boolean {
    return this.held.has(message);
  }
}

let outbox: Outbox;
let client: TabClient;

beforeEach(() => {
  outbox = new Outbox(capturedLog().log);
  client = new TabClient(outbox);
});

function last(): JSONRPCMessage {
  const message = outbox.sent.at(-1);
  if (!message) throw new Error('Nothing was sent.');
  return message;
}

function lastId(): string {
  const message = last();
  if (!('id' in message) || typeof message.id !== 'string') throw new Error('That was no request.');
  return message.id;
}

describe('a request', () => {
  it('goes out as it is, under an id of its own', () => {
    void client.request('tools/call', { name: 'a', _meta: { own: 1 } });
    const first = lastId();
    expect(outbox.sent).toEqual([
      { jsonrpc: '2.0', id: first, method: 'tools/call', params: { name: 'a', _meta: { own: 1 } } },
    ]);
    void client.request('tools/list', {});
    expect(lastId()).not.toBe(first);
    // A tab may answer on a new socket what the bridge before this one has asked.
    const other = new TabClient(outbox);
    void other.request('tools/list', {});
    expect(lastId()).not.toBe(first);
    expect(first).toMatch(/^[\w-]{8}-1$/);
  });

  it('resolves with the result, and with the first one only', async () => {
    const result = client.request('tools/list', {});
    const id = lastId();
    outbox.onmessage({ jsonrpc: '2.0', id, result: { a: 1 } });
    outbox.onmessage({ jsonrpc: '2.0', id, result: { a: 2 } });
    expect(await result).toEqual({ a: 1 });
  });

  it('rejects with the error of the tab', async () => {
    const result = client.request('tools/list', {});
    outbox.onmessage({ jsonrpc: '2.0', id: lastId(), error: { code: -32602, message: 'Wrong.' } });
    const error = await result.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TabError);
    expect(error).toMatchObject({ name: 'TabError', code: -32602, message: 'Wrong.' });
  });

  it('fails when its answer cannot be read', async () => {
    const result = client.request('tools/list', {});
    outbox.onmalformed(lastId());
    outbox.onmalformed(77);
    await expect(result).rejects.toEqual(unreadableAnswer());
    expect(unreadableAnswer().toData()).toEqual({
      kind: 'internal',
      message:
        'The notebook tab gave an answer that is not valid JSON-RPC; the call may have been carried out in part or in full.',
      next: 'Look at the notebook (get_cells) before doing it again; if it happens twice, please report it.',
    });
  });

  it('ends with the rest when nobody will answer any more', async () => {
    const controller = new AbortController();
    const [one, two] = [client.request('a', {}, { signal: controller.signal }), client.request('b', {})];
    client.end('over');
    await expect(one).rejects.toBe('over');
    await expect(two).rejects.toBe('over');
    expect(client.awaiting).toEqual([]);
    controller.abort();
    expect(outbox.sent).toHaveLength(2);
  });
});

describe('progress', () => {
  it('is asked for under the id, beside what else the call says of itself', () => {
    void client.request('a', { _meta: { own: 1, progressToken: 'of the agent' } }, { onProgress: () => {} });
    const id = lastId();
    expect(last()).toMatchObject({ params: { _meta: { own: 1, progressToken: id } } });
    void client.request('a', { _meta: 'nonsense', b: 2 }, { onProgress: () => {} });
    expect(last()).toMatchObject({ params: { _meta: { progressToken: lastId() }, b: 2 } });
    expect(last()).not.toHaveProperty('params._meta.0');
  });

  it('reaches the call it is for, without the token, as long as that is under way', async () => {
    const onProgress = vi.fn();
    const onnotification = vi.fn();
    client.onnotification = onnotification;
    const call = client.request('a', {}, { onProgress });
    const id = lastId();
    const tell = (params: Record<string, unknown>): void =>
      outbox.onmessage({ jsonrpc: '2.0', method: 'notifications/progress', params });
    tell({ progressToken: id, progress: 1, message: 'one' });
    tell({ progressToken: 'another', progress: 2 });
    outbox.onmessage({ jsonrpc: '2.0', method: 'notifications/progress' });
    outbox.onmessage({ jsonrpc: '2.0', id, result: {} });
    await call;
    tell({ progressToken: id, progress: 3 });
    expect(onProgress.mock.calls).toEqual([[{ progress: 1, message: 'one' }]]);
    expect(onnotification).not.toHaveBeenCalled();
  });

  it('that nobody asked for is no harm', () => {
    void client.request('a', {});
    const params = { progressToken: lastId(), progress: 1 };
    expect(() =>
      outbox.onmessage({ jsonrpc: '2.0', method: 'notifications/progress', params }),
    ).not.toThrow();
  });
});

describe('a cancellation', () => {
  it('ends the call and is told to the tab', async () => {
    const controller = new AbortController();
    const call = client.request('a', {}, { signal: controller.signal });
    const requestId = lastId();
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect(last()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId, reason: 'enough' },
    });
    expect(client.awaiting).toEqual([]);
    expect(client.cancellations).toEqual([last()]);
    // The tab may have answered before it heard of it.
    outbox.onmessage({ jsonrpc: '2.0', id: requestId, result: {} });
  });

  it('before the call keeps it from being made', async () => {
    await expect(client.request('a', {}, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    expect(outbox.sent).toEqual([]);
    expect(client.awaiting).toEqual([]);
  });

  it('after the call is none', async () => {
    const controller = new AbortController();
    const call = client.request('a', {}, { signal: controller.signal });
    outbox.onmessage({ jsonrpc: '2.0', id: lastId(), result: {} });
    await call;
    controller.abort();
    expect(outbox.sent).toHaveLength(1);
    expect(client.cancellations).toEqual([]);
  });

  it('is kept for the next socket: the latest twenty, unless they wait for it anyway', () => {
    for (let count = 1; count <= 21; count += 1) {
      const controller = new AbortController();
      client.request('a', {}, { signal: controller.signal }).catch(() => {});
      controller.abort(String(count));
    }
    outbox.held.add(last());
    const reasons = client.cancellations.map((message) => 'params' in message && message.params?.reason);
    expect(reasons).toEqual(Array.from({ length: 19 }, (_, index) => String(index + 2)));
  });
});

describe('what has no answer yet', () => {
  it('is told oldest first, without what has not been sent', () => {
    void client.request('a', {});
    const [first, one] = [lastId(), last()];
    void client.request('b', {});
    outbox.held.add(last());
    void client.request('c', {});
    const [third, three] = [lastId(), last()];
    expect(client.awaiting).toEqual([first, third]);
    expect(client.requests([third, 'unknown', first])).toEqual([three, one]);
    outbox.onmessage({ jsonrpc: '2.0', id: first, result: {} });
    expect(client.awaiting).toEqual([third]);
    expect(client.requests([first, third])).toEqual([three]);
  });
});

describe('what the tab says by itself', () => {
  it('is passed on when it is a notification', () => {
    const onnotification = vi.fn();
    client.onnotification = onnotification;
    outbox.onmessage({ jsonrpc: '2.0', method: 'notifications/x', params: { a: 1 } });
    expect(onnotification.mock.calls).toEqual([['notifications/x', { a: 1 }]]);
    expect(outbox.sent).toEqual([]);
  });

  it('is answered when it is a question: with a sign of life, and nothing else', () => {
    outbox.onmessage({ jsonrpc: '2.0', id: 1, method: 'ping' });
    outbox.onmessage({ jsonrpc: '2.0', id: 'b', method: 'roots/list' });
    expect(outbox.sent).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 'b', error: { code: -32601, message: 'The bridge does not offer roots/list.' } },
    ]);
  });

  it('may be told in return', () => {
    client.notify('notifications/initialized');
    client.notify('notifications/x', { a: 1 });
    expect(outbox.sent).toEqual([
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/x', params: { a: 1 } },
    ]);
  });
});
