import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OffscreenMessage } from '../../../../src/wire/messages.ts';
import { dialled, latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import { hello, notification, requestOf, resultOf, serverSays } from './link-rig.ts';

type Sender = { tab?: { id?: number }; frameId?: number };
type OnMessage = (message: unknown, sender: Sender) => Promise<unknown> | undefined;

/** The extension API of an offscreen document: messaging alone. */
const api = vi.hoisted(() => {
  const messageListeners: OnMessage[] = [];
  const portListeners: Array<(port: unknown) => void> = [];
  const told: unknown[] = [];
  const worker = { isThere: true };
  const runtime = {
    onMessage: { addListener: (listener: OnMessage) => messageListeners.push(listener) },
    onConnect: { addListener: (listener: (port: unknown) => void) => portListeners.push(listener) },
    sendMessage: async (message: unknown) => {
      told.push(message);
      return worker.isThere ? true : undefined;
    },
  };
  return { messageListeners, portListeners, told, worker, runtime };
});
vi.mock('webextension-polyfill', () => ({ default: { runtime: api.runtime } }));

const TAB = 7;
const WORKER: Sender = {};
const open = (linkId: string, tabId = TAB, notebookId = 'abc123'): OffscreenMessage => ({
  to: 'offscreen',
  type: 'open',
  linkId,
  tabId,
  notebookId,
  notebookUrl: `https://colab.research.google.com/drive/${notebookId}`,
  credentials: { token: 'secret', port: 4242 },
  agent: 'Tester',
  refused: null,
  paired: null,
  isWanted: false,
  version: '9',
});
const list: OffscreenMessage = { to: 'offscreen', type: 'list' };
const stateOf = (linkId: string, tabId = TAB) => ({
  linkId,
  tabId,
  port: 4242,
  phase: 'connecting',
  busy: false,
  agent: 'Tester',
  refused: null,
  detail: null,
  isOurBridge: false,
});

/** What the document answers; undefined when it leaves the message to others. */
function ask(message: unknown, sender: Sender = WORKER): Promise<unknown> | undefined {
  const [listener] = api.messageListeners;
  return listener?.(message, sender);
}

/** The link's end of a Port that a content script opened. */
class FakePort {
  readonly posted: unknown[] = [];
  readonly name: string;
  readonly sender: Sender | undefined;
  disconnected = false;
  #onMessage = (_frame: unknown): void => {};
  #onDisconnect = (): void => {};
  onMessage = {
    addListener: (listener: (frame: unknown) => void): void => {
      this.#onMessage = listener;
    },
  };
  onDisconnect = {
    addListener: (listener: () => void): void => {
      this.#onDisconnect = listener;
    },
  };

  constructor(name: string, sender: Sender | undefined) {
    this.name = name;
    this.sender = sender;
  }

  postMessage = (message: unknown): void => {
    if (typeof message === 'string') this.posted.push(JSON.parse(message));
  };
  disconnect = (): void => {
    this.disconnected = true;
  };
  says(frame: unknown): void {
    this.#onMessage(frame);
  }
  goes(): void {
    this.#onDisconnect();
  }
}

function connect(name: string, sender: Sender | undefined): FakePort {
  const port = new FakePort(name, sender);
  for (const listener of api.portListeners) listener(port);
  return port;
}

const topFrame = (id = TAB): Sender => ({ tab: { id }, frameId: 0 });

beforeEach(async () => {
  useFakeSockets();
  for (const listeners of [api.messageListeners, api.portListeners, api.told]) listeners.length = 0;
  api.worker.isThere = true;
  vi.resetModules();
  await import('../../../../background/link/main.ts');
});
afterEach(useRealSockets);

describe('a worker that hears nothing', () => {
  it('has not asked the user, and the bridge does not wait for an answer', async () => {
    api.worker.isThere = false;
    await ask({ ...open('a'), refused: 'disconnected' });
    latest().opens();
    serverSays(hello('h1', 'process-a'));
    latest().takeSent();
    serverSays(requestOf('q', 'cellwire/ask'));
    const unreachable = JSON.stringify(resultOf('q', { answer: 'unreachable' }));
    await vi.waitFor(() => expect(latest().sent).toContain(unreachable));
  });
});

describe('messages to the offscreen document', () => {
  it('open a link once, list all, and close one with a reason', async () => {
    expect(await ask(list)).toEqual([]);
    expect(await ask(open('a'))).toEqual([stateOf('a')]);
    expect(await ask(open('b', 8))).toEqual([stateOf('a'), stateOf('b', 8)]);
    expect(await ask(open('a'))).toHaveLength(2);
    expect(dialled).toHaveLength(2);
    const [first] = dialled;
    first?.opens();
    const closed = ask({ to: 'offscreen', type: 'close', linkId: 'a', reason: 'The user disconnected' });
    expect(first?.closedWith).toEqual({ code: 1000, reason: 'The user disconnected' });
    expect(await ask(list)).toEqual([stateOf('b', 8)]);
    first?.ends(1000);
    expect(await closed).toEqual([stateOf('b', 8)]);
  });

  it('tell an open link which notebook its tab shows now', async () => {
    await ask(open('a'));
    latest().opens();
    connect('cellwire-session:a', topFrame());
    serverSays(hello('h1', 'process-a'));
    latest().takeSent();
    await ask(open('a', TAB, 'xyz789'));
    expect(latest().takeSent()).toEqual([
      notification('cellwire/notebook', {
        notebookId: 'xyz789',
        notebookUrl: 'https://colab.research.google.com/drive/xyz789',
      }),
    ]);
  });

  it('are answered to whoever closes only when the server has heard of it', async () => {
    await ask(open('a'));
    latest().opens();
    let answered = false;
    void ask({ to: 'offscreen', type: 'close', linkId: 'a', reason: 'Done' })?.then(() => {
      answered = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(answered).toBe(false);
    latest().ends(1000);
    await vi.advanceTimersByTimeAsync(0);
    expect(answered).toBe(true);
  });

  it('may name a link that is gone already', async () => {
    expect(await ask({ to: 'offscreen', type: 'close', linkId: 'gone', reason: 'Done' })).toEqual([]);
  });

  it.each([open('a'), { to: 'offscreen', type: 'close', linkId: 'mine', reason: 'No more' }, list])(
    'are not taken from a content script: $type',
    async (order) => {
      await ask(open('mine'));
      expect(ask(order, topFrame())).toBeUndefined();
      expect(ask(order, { tab: {} })).toBeUndefined();
      expect(await ask(list)).toEqual([stateOf('mine')]);
      expect(dialled).toHaveLength(1);
      expect(latest().closedWith).toBeNull();
    },
  );

  it.each([null, 'open', 5, {}, { type: 'list' }, { to: 'worker', type: 'list' }])(
    'are told from what is meant for others: %j',
    (message) => {
      expect(ask(message)).toBeUndefined();
    },
  );

  it('make the link tell the worker how it stands', async () => {
    await ask(open('a'));
    expect(api.told).toEqual([{ to: 'worker', type: 'link-changed', state: stateOf('a') }]);
  });
});

describe('a Port to the link', () => {
  beforeEach(() => ask(open('a')));

  it('is for the top frame of the tab that the link was made for', () => {
    const port = connect('cellwire-session:a', topFrame());
    expect(port.disconnected).toBe(false);
    latest().opens();
    serverSays(requestOf(1, 'tools/list'));
    expect(port.posted).toEqual([requestOf(1, 'tools/list')]);
    port.says({ answers: 1, text: JSON.stringify(resultOf(1)) });
    expect(latest().takeSent()).toEqual([resultOf(1)]);
  });

  it.each<[string, string, Sender | undefined]>([
    ['another tab', 'cellwire-session:a', topFrame(8)],
    ['a frame within the tab', 'cellwire-session:a', { tab: { id: TAB }, frameId: 3 }],
    ['a frame without a number', 'cellwire-session:a', { tab: { id: TAB } }],
    ['no tab', 'cellwire-session:a', { frameId: 0 }],
    ['a tab without a number', 'cellwire-session:a', { tab: {}, frameId: 0 }],
    ['nobody', 'cellwire-session:a', undefined],
    ['a link that there is not', 'cellwire-session:b', topFrame()],
  ])('is not for %s', (_whom, name, sender) => {
    const rightful = connect('cellwire-session:a', topFrame());
    const port = connect(name, sender);
    expect(port.disconnected).toBe(true);
    expect(rightful.disconnected).toBe(false);
    latest().opens();
    serverSays(requestOf(1, 'tools/list'));
    port.says({ answers: 1, text: JSON.stringify(resultOf(1)) });
    expect(port.posted).toEqual([]);
    expect(latest().takeSent()).toEqual([]);
  });

  it('of another name is left to others', () => {
    for (const name of ['popup', 'a', 'cellwire-session']) {
      const port = connect(name, topFrame());
      expect(port.disconnected).toBe(false);
      latest().opens();
      serverSays(requestOf(1, 'tools/list'));
      expect(port.posted).toEqual([]);
    }
  });

  it('carries only what a session says', () => {
    const port = connect('cellwire-session:a', topFrame());
    latest().opens();
    serverSays(requestOf(1, 'tools/list'));
    const text = JSON.stringify(resultOf(1));
    for (const frame of [null, 'text', 5, {}, { text }, { answers: 1 }, { answers: 1, text: {} }])
      port.says(frame);
    for (const answers of [undefined, {}, true]) port.says({ answers, text });
    expect(latest().sent).toEqual([]);
    port.says({ answers: 1, text });
    expect(latest().sent).toEqual([text]);
    serverSays(requestOf('one', 'tools/list'));
    const named = JSON.stringify(resultOf('one'));
    const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: {} });
    port.says({ answers: 'one', text: named });
    port.says({ answers: null, text: note });
    expect(latest().sent).toEqual([text, named, note]);
  });

  it('gives way to the next one, and what is said on it afterwards is not heard', () => {
    const before = connect('cellwire-session:a', topFrame());
    latest().opens();
    serverSays(requestOf(1, 'tools/list'));
    const after = connect('cellwire-session:a', topFrame());
    expect(before.disconnected).toBe(true);
    before.says({ answers: 1, text: JSON.stringify(resultOf(1)) });
    before.goes();
    expect(latest().takeSent()).toEqual([]);
    expect(after.posted).toEqual([requestOf(1, 'tools/list')]);
    serverSays(requestOf(2, 'ping'));
    expect(after.posted).toHaveLength(2);
  });

  it('that ends leaves the link waiting for the next', async () => {
    const before = connect('cellwire-session:a', topFrame());
    latest().opens();
    before.goes();
    serverSays(requestOf(1, 'tools/list'));
    expect(before.posted).toEqual([]);
    expect(connect('cellwire-session:a', topFrame()).posted).toEqual([requestOf(1, 'tools/list')]);
  });
});
