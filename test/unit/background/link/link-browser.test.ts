import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWish } from '../../../../src/wire/messages.ts';
import { dialled, latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import { attachSession, hello, makeLink, reconnect, requestOf, resultOf, serverSays } from './link-rig.ts';

beforeEach(useFakeSockets);
afterEach(useRealSockets);

/** Answers that the worker has yet to give. */
function worker() {
  const wishes: BrowserWish[] = [];
  const answers: Array<(result: unknown) => void> = [];
  const wish = (_linkId: string, asked: BrowserWish): Promise<unknown> => {
    wishes.push(asked);
    return new Promise((resolve) => answers.push(resolve));
  };
  return { wishes, answers, wish };
}

const settled = (): Promise<void> => new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

describe('what our bridge wants of the browser', () => {
  it('goes to the worker, not to the tab, and a reload of the tab does not matter', async () => {
    const { wishes, answers, wish } = worker();
    const link = makeLink([], {}, undefined, wish);
    const session = attachSession(link);
    latest().opens();
    serverSays(hello('h', 'bridge'));
    latest().takeSent();
    serverSays(
      requestOf(1, 'cellwire/notebooks', { others: true }),
      requestOf(2, 'cellwire/attach', { url: 'https://colab.research.google.com/drive/1' }),
      requestOf(3, 'cellwire/attach', { notebookId: 'abc' }),
    );
    link.detach(session);
    const next = attachSession(link);
    expect([...session.take(), ...next.take()]).toEqual([]);
    expect(wishes).toEqual([
      { kind: 'list', others: true },
      { kind: 'open', url: 'https://colab.research.google.com/drive/1' },
      { kind: 'attach', notebookId: 'abc' },
    ]);
    answers[1]?.({ answer: 'unreachable' });
    answers[0]?.({ tabs: [], others: 'refused' });
    await settled();
    expect(latest().takeSent()).toEqual([
      resultOf(2, { answer: 'unreachable' }),
      resultOf(1, { tabs: [], others: 'refused' }),
    ]);
  });

  it('is answered on the next socket, once, when the first is gone', async () => {
    const { answers, wish } = worker();
    const link = makeLink([], {}, undefined, wish);
    attachSession(link);
    latest().opens();
    serverSays(hello('h', 'bridge'), requestOf(1, 'cellwire/notebooks'));
    reconnect();
    serverSays(hello('h2', 'bridge', [1]));
    const [answer, ...more] = latest().takeSent();
    expect(answer).toMatchObject({ id: 'h2', result: { missing: [] } });
    expect(more).toEqual([]);
    answers[0]?.({ tabs: [], others: null });
    await settled();
    expect(latest().takeSent()).toEqual([resultOf(1, { tabs: [], others: null })]);
  });

  it('is answered before the end, where it is the end that is wanted, and nothing is dialled any more', () => {
    const { wishes, wish } = worker();
    const left: string[] = [];
    const link = makeLink([], {}, undefined, wish, (linkId) => left.push(linkId));
    attachSession(link);
    latest().opens();
    serverSays(hello('h', 'bridge'));
    latest().takeSent();
    serverSays(requestOf(1, 'cellwire/detach'));
    expect(latest().takeSent()).toEqual([resultOf(1, {})]);
    expect([left, wishes]).toEqual([[link.linkId], []]);
    // However long the worker takes to hear of it.
    const before = dialled.length;
    vi.advanceTimersByTime(60_000);
    expect(dialled).toHaveLength(before);
    expect(link.state.phase).toBe('no-notebook');
  });

  it('is nothing that a server which is not ours, or is shut out, could ask', () => {
    const { wishes, wish } = worker();
    const link = makeLink([], {}, undefined, wish);
    const session = attachSession(link);
    latest().opens();
    serverSays(requestOf(1, 'cellwire/notebooks'));
    expect(session.take()).toMatchObject([{ id: 1, method: 'cellwire/notebooks' }]);
    link.refuse('disconnected');
    serverSays(hello('h', 'bridge'));
    latest().takeSent();
    serverSays(requestOf(2, 'cellwire/notebooks', { others: true }));
    expect(latest().takeSent()).toMatchObject([
      { id: 2, error: { message: expect.stringContaining('denied') } },
    ]);
    expect(wishes).toEqual([]);
  });
});
