import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Link } from '../../../../background/link/link.ts';
import { UNNAMED_AGENT } from '../../../../src/agents/agent.ts';
import { ASK_METHOD, REFUSED_METHOD } from '../../../../src/wire/hello.ts';
import type { LinkState } from '../../../../src/wire/messages.ts';
import { latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import type { FakeSession } from './link-rig.ts';
import {
  attachSession,
  cancelled,
  exchange,
  failedCall,
  hello,
  makeLink,
  notification,
  orderOf,
  reconnect,
  requestOf,
  resultOf,
  serverSays,
  settle,
} from './link-rig.ts';

const BRIDGE_NEXT =
  'Do not connect again by yourself. Ask the user first; then call open_colab_browser_connection, and the user has to allow it in the page.';
const GOOGLE_NEXT =
  'Do not look for another way. Ask the user, who can let you back with "Connect again" in Cellwire\'s menu.';
const call = (id: string | number, name: string) => requestOf(id, 'tools/call', { name });
const ask = (id: string | number) => requestOf(id, ASK_METHOD);
const told = (refused: string | null) => notification(REFUSED_METHOD, { refused });
const LIST_CHANGED = notification('notifications/tools/list_changed');

let link: Link;
let states: LinkState[];
let asked: string[];
let cannotAsk: boolean;

beforeEach(() => {
  useFakeSockets();
  states = [];
  asked = [];
  cannotAsk = false;
});
afterEach(useRealSockets);

function start(refused: LinkState['refused'] = null, agent: string | null = 'Tester'): void {
  link = makeLink(states, { refused, agent }, async (linkId) => {
    asked.push(linkId);
    if (cannotAsk) throw new Error('The notebook in this tab does not answer.');
  });
  latest().opens();
}

/** Served, to our bridge. */
function served(): FakeSession {
  start();
  const session = attachSession(link);
  serverSays(hello('h1', 'process-a', [], 'Tester'));
  exchange(session, 'i', 'initialize', { protocolVersion: '2025-11-25' });
  return session;
}

describe('a link that the user refuses', () => {
  it('lets the session go, with a word, and no other in', () => {
    const session = served();
    link.refuse('stopped');
    expect(session.asides.at(-1)).toEqual({ refused: 'stopped' });
    expect(session.disconnected).toBe(1);
    const next = attachSession(link);
    expect([next.disconnected, next.asides, next.take()]).toEqual([1, [], []]);
    expect(link.state).toMatchObject({ phase: 'open', refused: 'stopped', busy: false });
    expect(states.at(-1)).toEqual(link.state);
  });

  it('learns of the no with the next order, where it was not told before', () => {
    const session = served();
    link.update(orderOf({ refused: 'stopped' }));
    expect(session.asides.at(-1)).toEqual({ refused: 'stopped' });
    expect(link.state).toMatchObject({ refused: 'stopped' });
  });

  it('ends calls under way at once, and those that nobody had begun with other words', () => {
    const session = served();
    serverSays(call('a', 'execute_cell'));
    expect(session.take()).toHaveLength(1);
    session.begins('a');
    link.detach(session);
    latest().takeSent();
    serverSays(call('b', 'get_cells'));
    link.refuse('disconnected');
    expect(latest().takeSent()).toEqual([
      told('disconnected'),
      failedCall(
        'b',
        'denied',
        'The user disconnected this notebook from Tester, so get_cells was not carried out.',
        BRIDGE_NEXT,
      ),
    ]);
    const fresh = served();
    serverSays(call('c', 'execute_cell'));
    link.refuse('stopped');
    expect(latest().takeSent()).toEqual([
      told('stopped'),
      failedCall(
        'c',
        'denied',
        'The user stopped Tester in this notebook while execute_cell was under way; it may have been done in part.',
        BRIDGE_NEXT,
      ),
    ]);
    // What the session says of it afterwards is too late.
    fresh.answers('c');
    expect(latest().takeSent()).toEqual([]);
  });

  it.each([
    ['disconnected', `The user disconnected this notebook from ${UNNAMED_AGENT}`],
    ['not-now', `The user did not let ${UNNAMED_AGENT} work in this notebook`],
    ['stopped', `The user stopped ${UNNAMED_AGENT} in this notebook`],
  ] as const)('answers for the tab, to a server like Google’s: %s', (refused, decided) => {
    start(refused, null);
    serverSays(
      requestOf(0, 'initialize', { protocolVersion: '2025-06-18' }),
      notification('notifications/initialized'),
      requestOf(1, 'ping'),
      requestOf(2, 'tools/list'),
      call(3, 'add_code_cell'),
      requestOf(4, 'resources/list'),
      requestOf(5, 'resources/read', { uri: 'cellwire://abc123' }),
      requestOf(6, 'prompts/list'),
      requestOf(7, ASK_METHOD),
    );
    expect(latest().takeSent()).toEqual([
      resultOf(0, expect.objectContaining({ protocolVersion: '2025-06-18' })),
      resultOf(1),
      resultOf(2, { tools: [expect.objectContaining({ name: 'get_status' })] }),
      failedCall(3, 'denied', `${decided}, so add_code_cell was not carried out.`, GOOGLE_NEXT),
      resultOf(4, { resources: [] }),
      expect.objectContaining({
        error: {
          code: -32000,
          message: `denied: ${decided}, so resources/read was not carried out. ${GOOGLE_NEXT}`,
        },
      }),
      resultOf(6, { prompts: [] }),
      expect.objectContaining({ error: expect.anything() }),
    ]);
    expect(asked).toEqual([]);
  });

  it('lists what the last session listed', () => {
    const session = served();
    serverSays(requestOf('l1', 'tools/list'));
    session.answers('l1', { tools: [{ name: 'one' }, { name: 'two' }] });
    link.refuse('disconnected');
    latest().takeSent();
    serverSays(requestOf('l2', 'tools/list'));
    expect(latest().takeSent()).toEqual([resultOf('l2', { tools: [{ name: 'one' }, { name: 'two' }] })]);
  });

  it('says so in its hello, and nothing of the notebook', () => {
    start('not-now');
    serverSays(hello('h1', 'process-a'));
    expect(latest().takeSent()).toMatchObject([
      { id: 'h1', result: { refused: 'not-now', notebookId: null, notebookUrl: null } },
    ]);
    link.update(orderOf({ notebookId: 'other', refused: 'not-now' }));
    expect(latest().takeSent()).toEqual([]);
  });

  it('keeps its socket, and its word, for as long as the tab is there', () => {
    start('not-now');
    reconnect();
    settle();
    expect(link.state).toMatchObject({ phase: 'open', refused: 'not-now' });
    serverSays(call(1, 'get_cells'));
    expect(latest().takeSent()).toMatchObject([{ id: 1, result: { isError: true } }]);
  });

  it('comes back for it when it had been given free', () => {
    start();
    settle();
    vi.advanceTimersByTime(32_000);
    expect(link.state.phase).toBe('no-notebook');
    link.refuse('disconnected');
    latest().opens();
    settle();
    expect(link.state).toMatchObject({ phase: 'open', refused: 'disconnected' });
  });
});

describe('a link that is let back', () => {
  it('serves the next session, which hears of what the server said meanwhile', () => {
    start('not-now');
    serverSays(hello('h1', 'process-a'), requestOf('i', 'initialize', { protocolVersion: '2025-11-25' }));
    latest().takeSent();
    link.update(orderOf());
    expect(latest().takeSent()).toMatchObject([{ method: 'cellwire/notebook' }, told(null), LIST_CHANGED]);
    serverSays(call('a', 'get_cells'));
    const session = attachSession(link);
    // No page was reloaded: this one is the first to hear of it.
    expect(session.asides).toEqual([{ agent: 'Tester', isResumed: false }]);
    expect(session.take()).toMatchObject([
      { method: 'initialize' },
      { method: 'notifications/initialized' },
      { id: 'a' },
    ]);
    expect(link.state).toMatchObject({ phase: 'open', refused: null });
    expect(attachSession(link).asides).toEqual([{ agent: 'Tester', isResumed: true }]);
  });

  it('tells a session that the conversation goes on, or that the server began another meanwhile', () => {
    served();
    link.refuse('stopped');
    link.update(orderOf());
    expect(attachSession(link).asides).toEqual([{ agent: 'Tester', isResumed: true }]);
    link.refuse('stopped');
    serverSays(requestOf('i2', 'initialize', { protocolVersion: '2025-11-25' }));
    link.update(orderOf());
    expect(attachSession(link).asides).toEqual([{ agent: 'Tester', isResumed: false }]);
  });
});

describe('a question of our bridge', () => {
  beforeEach(() => {
    start('disconnected');
    serverSays(hello('h1', 'process-a'));
    latest().takeSent();
  });

  it('is put to the user, and answered by what the user decides', () => {
    serverSays(ask('q1'));
    expect(asked).toEqual(['link-1']);
    expect(latest().takeSent()).toEqual([]);
    // A page that starts anew is no answer.
    link.update(orderOf({ refused: 'disconnected' }));
    expect(latest().takeSent()).toEqual([]);
    link.refuse('not-now');
    expect(latest().takeSent()).toEqual([told('not-now'), resultOf('q1', { answer: 'refused' })]);
    serverSays(ask('q2'));
    link.update(orderOf());
    expect(latest().takeSent()).toContainEqual(resultOf('q2', { answer: 'allowed' }));
    serverSays(ask('q3'));
    expect(latest().takeSent()).toEqual([resultOf('q3', { answer: 'allowed' })]);
    expect(asked).toHaveLength(2);
  });

  it('is not answered when it is wanted no more', () => {
    serverSays(ask('q1'), cancelled('q1'));
    link.update(orderOf());
    expect(latest().takeSent()).not.toContainEqual(expect.objectContaining({ id: 'q1' }));
  });

  it('is answered at once where nobody can be asked', async () => {
    cannotAsk = true;
    serverSays(ask('q1'));
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(latest().takeSent()).toEqual([resultOf('q1', { answer: 'unreachable' })]);
  });

  it('still gets its answer on the next socket', () => {
    serverSays(ask('q1'));
    reconnect();
    serverSays(hello('h2', 'process-a', ['q1']));
    expect(latest().takeSent()).toMatchObject([{ id: 'h2', result: { missing: [] } }]);
    link.refuse('not-now');
    expect(latest().takeSent()).toContainEqual(resultOf('q1', { answer: 'refused' }));
  });
});

describe('who the agent is', () => {
  it('is told to the session before anything else, and whenever it is another', () => {
    start(null, null);
    const session = attachSession(link);
    expect(session.asides).toEqual([{ agent: UNNAMED_AGENT, isResumed: false }]);
    serverSays(hello('h1', 'process-a', [], 'Claude'));
    serverSays(notification('cellwire/agent', { agent: 'Claude' }));
    serverSays(notification('cellwire/agent', { agent: 'Claude\u202E Code' }));
    serverSays(notification('cellwire/agent', { agent: 7 }));
    expect(session.asides.slice(1)).toEqual([
      { agent: 'Claude', isResumed: true },
      { agent: 'Claude Code', isResumed: true },
    ]);
    expect(session.take()).toEqual([]);
    expect(link.state.agent).toBe('Claude Code');
    expect(states.at(-1)?.agent).toBe('Claude Code');
  });

  it('is known to a session that comes in the middle of the conversation', () => {
    const session = served();
    expect(session.asides).toEqual([{ agent: 'Tester', isResumed: false }]);
    expect(attachSession(link).asides).toEqual([{ agent: 'Tester', isResumed: true }]);
  });

  it('says when another conversation begins, also under the same name', () => {
    const session = served();
    session.asides.length = 0;
    serverSays(hello('h2', 'process-a', [], 'Tester'));
    serverSays(requestOf('i2', 'initialize'));
    session.answers('i2');
    expect(session.asides).toEqual([]);
    serverSays(hello('h3', 'process-b', [], 'Tester'));
    expect(session.asides).toEqual([{ agent: 'Tester', isResumed: false }]);
  });
});
