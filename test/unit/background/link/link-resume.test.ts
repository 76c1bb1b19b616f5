import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Link } from '../../../../background/link/link.ts';
import type { Resumption } from '../../../../src/wire/messages.ts';
import { asJson, objectIn } from '../../../support/agent.ts';
import { latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import {
  attachSession,
  exchange,
  FakeSession,
  failedCall,
  hello,
  makeLink,
  requestOf,
  resultOf,
  serverSays,
  settle,
  updated,
} from './link-rig.ts';

const URI = 'cellwire://abc123';
const call = (id: string) => requestOf(id, 'tools/call', { name: 'execute_cell' });
const answered = (id: string, isLate = false) => ({
  answers: id,
  text: JSON.stringify(resultOf(id, { from: 'the page' })),
  isLate,
});

/** The document with the links was closed under a page that lives on. */
describe('a link made anew, whose page lives on', () => {
  let before: FakeSession;
  let incarnation: unknown;
  let link: Link;
  let session: FakeSession;

  beforeEach(() => {
    useFakeSockets();
    const lost = makeLink();
    latest().opens();
    before = attachSession(lost);
    serverSays(hello('h0', 'process-a'));
    incarnation = objectIn(asJson(latest().takeSent()[0]), 'result').linkId;
    exchange(before, 'i', 'initialize');
    exchange(before, 's', 'resources/subscribe', { uri: URI });
    link = makeLink();
    session = new FakeSession(link);
    latest().opens();
  });
  afterEach(useRealSockets);

  function resumption(news: Partial<Resumption> = {}): Resumption {
    if (!before.memo) throw new Error('The session was given nothing to keep.');
    return { memo: before.memo, received: ['i', 's', 'a', 'b', 'c'], open: [], answers: [], ...news };
  }

  it('is the same one to the bridge: nothing is lost, nothing asked twice', () => {
    serverSays(hello('h1', 'process-a', ['a', 'b', 'c', 'd']));
    vi.advanceTimersByTime(699);
    expect(latest().takeSent()).toEqual([]);
    const open = [{ id: 'a', text: JSON.stringify(call('a')), hasBegun: true, runId: 'run-1' }];
    const answers = [answered('b'), answered('c', true)];
    expect(link.resume(session, resumption({ open, answers }))).toBe(true);
    const sent = latest().takeSent();
    expect(sent).toMatchObject([
      resultOf('b', { from: 'the page' }),
      resultOf('c', { from: 'the page' }),
      // Only what never came to the page is sent again.
      { id: 'h1', result: { linkId: incarnation, missing: ['d'] } },
      updated(URI),
    ]);
    expect(session.asides).toEqual([{ agent: expect.any(String), isResumed: true }]);
    expect(session.take()).toEqual([]);
    session.answers('a');
    expect(latest().takeSent()).toEqual([resultOf('a')]);
  });

  it('knows what the page does when that goes too', () => {
    const open = [
      { id: 'a', text: JSON.stringify(call('a')), hasBegun: true, runId: 'run-1' },
      { id: 'b', text: JSON.stringify(call('b')), hasBegun: false, runId: null },
    ];
    link.resume(session, resumption({ open }));
    serverSays(hello('h1', 'process-a', ['a', 'b']));
    latest().takeSent();
    link.detach(session);
    expect(latest().takeSent()).toEqual([
      failedCall(
        'a',
        'lost',
        'The notebook tab was reloaded or left while the call was under way; execute_cell had started run-1, which may go on.',
        'Read the notebook with get_cells (includeOutputs) to see what was done, then go on.',
      ),
    ]);
    const next = attachSession(link);
    expect(next.take().map((frame) => asJson(frame).id)).toEqual([
      'cellwire-replayed-0',
      undefined,
      'cellwire-replayed-1',
      'b',
    ]);
  });

  it('gives another process of the bridge nothing of it', () => {
    link.resume(session, resumption({ answers: [answered('b')] }));
    serverSays(hello('h1', 'process-b', ['b']));
    expect(latest().takeSent()).toMatchObject([updated(URI), { id: 'h1', result: { missing: ['b'] } }]);
    expect(session.asides.at(-1)).toMatchObject({ isResumed: false });
  });

  it('does not believe it of a page when it is not new any more', () => {
    attachSession(link);
    expect(link.resume(session, resumption())).toBe(false);
  });

  it('does not wait for a page that does not come', () => {
    serverSays(hello('h1', 'process-a', ['a']));
    vi.advanceTimersByTime(700);
    expect(latest().takeSent()).toMatchObject([{ id: 'h1', result: { missing: ['a'] } }]);
    expect(link.resume(session, resumption())).toBe(false);
  });

  it('passes on to a server that says no hello what was answered meanwhile, once', () => {
    const memo = { ...resumption().memo, instance: null };
    settle();
    link.resume(session, resumption({ memo, answers: [answered('b'), answered('c', true)] }));
    expect(latest().takeSent()).toEqual([resultOf('c', { from: 'the page' }), updated(URI)]);
  });
});
