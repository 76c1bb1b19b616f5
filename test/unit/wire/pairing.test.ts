import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Predecessor } from '../../../src/wire/pairing.ts';
import {
  handOn,
  leaveToSuccessor,
  NUMBER_EXPRESSION,
  offerPageAgents,
  registerPageAgent,
  startPageAgent,
  takeChannel,
} from '../../../src/wire/pairing.ts';
import { FakeWindow } from './fake-window.ts';

const SLOT = 'cellwire:page-agents';

/** Closed at the end; the other end closes with it. */
const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

let window: FakeWindow;
/** What the starter of the other world has got. */
let taken: MessagePort[];
beforeEach(() => {
  window = new FakeWindow();
  taken = [];
});

const take = (): void =>
  takeChannel((channel) => {
    taken.push(channel);
    ports.push(channel);
  });

/** Says something to the page's world, with a port; what is said is heard in that order. Gives the port's other end. */
function tell(message: unknown, channel = taken[0]): MessagePort {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  channel?.postMessage(message, [port2]);
  return port1;
}

/** Has a page agent started, and gives the port to it. */
function start(pageAgent: number, channel = taken[0]): MessagePort {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  if (channel) startPageAgent(channel, pageAgent, port2);
  return port1;
}

describe('the two worlds of a tab find each other', () => {
  it.each(['page', 'other world'])('when the %s comes first', async (first) => {
    const heard: unknown[] = [];
    window.during(() => {
      if (first === 'other world') take();
      offerPageAgents();
      if (first === 'page') take();
      registerPageAgent((port) => {
        port.onmessage = ({ data }) => heard.push(data);
        port.postMessage('hello');
      });
    });
    expect(taken).toHaveLength(1);
    const port = start(1);
    const answered = new Promise((resolve) => {
      port.onmessage = ({ data }) => resolve(data);
    });
    expect(await answered).toBe('hello');
    port.postMessage('hello too');
    await expect.poll(() => heard).toEqual(['hello too']);
  });

  it('and nobody after them: the port is given once, and no second one is taken', () => {
    const late: unknown[] = [];
    window.during(() => {
      offerPageAgents();
      take();
      addEventListener('cellwire:offer', (event) => late.push(event));
      dispatchEvent(new Event('cellwire:ask'));
    });
    expect(late).toEqual([]);
    const isFree = window.during(() => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      const forged = new MessageEvent('cellwire:offer', { ports: [port2], cancelable: true });
      return dispatchEvent(forged);
    });
    expect(isFree).toBe(true);
    expect(taken).toHaveLength(1);
  });

  it('and are not led astray by events that bring no port', () => {
    window.during(() => {
      take();
      dispatchEvent(new Event('cellwire:offer'));
      dispatchEvent(new MessageEvent('cellwire:offer', { cancelable: true }));
    });
    expect(taken).toEqual([]);
    window.during(() => offerPageAgents());
    expect(taken).toHaveLength(1);
  });

  it('offers again until somebody takes it', () => {
    let offers = 0;
    window.during(() => {
      addEventListener('cellwire:offer', (event) => {
        if (event instanceof MessageEvent) ports.push(...event.ports);
        offers++;
      });
      offerPageAgents();
      dispatchEvent(new Event('cellwire:ask'));
    });
    expect(offers).toBe(2);
  });
});

describe('a page agent', () => {
  let started: string[];
  beforeEach(() => {
    started = [];
    window.during(() => {
      offerPageAgents();
      take();
    });
  });

  /** One that notes when it is started, and what it is told then. */
  const agent = (name: string) => (port: MessagePort) => {
    started.push(name);
    port.onmessage = ({ data }) => started.push(`${name} hears ${JSON.stringify(data)}`);
  };
  const register = (name: string): void => window.during(() => registerPageAgent(agent(name)));
  /** The slot as a script of the page finds it. */
  function slot(start?: (port: MessagePort) => void): unknown {
    const found: unknown = Reflect.get(window, SLOT);
    if (typeof found !== 'function') throw new Error('There is no slot.');
    return found(start);
  }

  it('is started when its number is told, not before', async () => {
    register('ours');
    register('another');
    tell('something else');
    tell({ pageAgent: 2 });
    await expect.poll(() => started).toEqual(['another']);
  });

  it('has the number that its own script ends with', () => {
    expect(NUMBER_EXPRESSION).toBe('window["cellwire:page-agents"]()');
    expect(slot()).toBe(0);
    register('ours');
    expect(slot()).toBe(1);
    expect(slot()).toBe(1);
    expect(slot(agent('the page’s'))).toBe(2);
    expect(slot()).toBe(2);
  });

  it('that the page has registered itself is never started', async () => {
    slot(agent('the page’s'));
    register('ours');
    const number = slot();
    slot(agent('another of the page’s'));
    tell({ pageAgent: number });
    await expect.poll(() => started).toEqual(['ours']);
  });

  it('speaks on a port of its own, which no other hears', async () => {
    register('first');
    register('second');
    const first = start(1);
    start(2).postMessage('to the second');
    first.postMessage('to the first');
    await expect
      .poll(() => started.toSorted())
      .toEqual(['first', 'first hears "to the first"', 'second', 'second hears "to the second"']);
  });

  it('is not started without a port', async () => {
    register('ours');
    taken[0]?.postMessage({ pageAgent: 1 });
    start(1);
    await expect.poll(() => started).toEqual(['ours']);
  });

  it.each([
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', ''].map((pageAgent) => ({
      pageAgent,
    })),
    ...[0, -1, 2, 1.5, null, undefined].map((pageAgent) => ({ pageAgent })),
    ...[{}, null, undefined, 1, 'pageAgent'],
  ])('is not what %j names, and can still be started after it', async (message) => {
    register('ours');
    tell(message);
    tell({ pageAgent: 1 });
    await expect.poll(() => started).toEqual(['ours']);
  });

  it('is not what the page puts where all objects look', async () => {
    Object.defineProperty(Object.prototype, '7', { value: agent('the page’s'), configurable: true });
    try {
      register('ours');
      tell({ pageAgent: 7 });
      tell({ pageAgent: 1 });
      await expect.poll(() => started).toEqual(['ours']);
    } finally {
      Reflect.deleteProperty(Object.prototype, '7');
    }
  });

  it('registers where the page can look, and cannot put anything else', () => {
    const before: unknown = Reflect.get(window, SLOT);
    expect(Reflect.set(window, SLOT, () => 1)).toBe(false);
    expect(Reflect.deleteProperty(window, SLOT)).toBe(false);
    expect(Reflect.defineProperty(window, SLOT, { value: () => 1 })).toBe(false);
    expect(Reflect.get(window, SLOT)).toBe(before);
    expect(Object.keys(window)).not.toContain(SLOT);
  });

  it('is not registered where there is no starter, and that is no error', () => {
    new FakeWindow().during(() => registerPageAgent(agent('ours')));
    expect(started).toEqual([]);
  });
});

describe('after an update of the extension', () => {
  const nobody: Predecessor = { isOrphan: false, leave: () => {} };
  const first = { isOrphan: false, leave: vi.fn<(isForAnother: boolean) => void>() };
  let isSuccessor: boolean[];
  /** A starter comes in. */
  const come = (starter = nobody): void =>
    window.during(() =>
      takeChannel((channel, succeeds) => {
        taken.push(channel);
        ports.push(channel);
        isSuccessor.push(succeeds);
        leaveToSuccessor(starter);
        if (!succeeds) handOn(channel, starter);
      }),
    );
  const agent = (started: string[], name: string) => (port: MessagePort) => {
    ports.push(port);
    started.push(name);
  };

  beforeEach(() => {
    isSuccessor = [];
    first.isOrphan = false;
    first.leave.mockClear();
    window.during(() => offerPageAgents());
    come(first);
  });

  it('each starter gets a channel from the first, and starts a page agent of its own', async () => {
    const started: string[] = [];
    first.isOrphan = true;
    for (const name of ['second', 'third']) {
      come();
      window.during(() => registerPageAgent(agent(started, name)));
      start(started.length + 1, taken.at(-1));
      await expect.poll(() => started.at(-1)).toBe(name);
    }
    expect(isSuccessor).toEqual([false, true, true]);
  });

  it('the page hears nothing of it', () => {
    const heard: string[] = [];
    window.during(() => {
      for (const isFirst of [true, false])
        addEventListener('cellwire:succeed', ({ type }) => heard.push(type), isFirst);
    });
    first.isOrphan = true;
    come();
    expect(isSuccessor).toEqual([false, true]);
    expect(heard).toEqual([]);
  });

  it('the one before leaves, and so does one in between; nobody else can make it', () => {
    window.during(() => dispatchEvent(new Event('cellwire:succeeded')));
    expect(first.leave).not.toHaveBeenCalled();
    first.isOrphan = true;
    const second = { isOrphan: false, leave: vi.fn<(isForAnother: boolean) => void>() };
    come(second);
    expect(first.leave.mock.calls).toEqual([[true]]);
    expect(second.leave).not.toHaveBeenCalled();
    second.isOrphan = true;
    come();
    expect(second.leave.mock.calls).toEqual([[true]]);
  });

  it('a starter whose extension lives hands nothing on', () => {
    come();
    expect(isSuccessor).toEqual([false]);
  });

  it('an event that brings no port is no successor', () => {
    first.isOrphan = true;
    const isFree = window.during(() => dispatchEvent(new Event('cellwire:succeed', { cancelable: true })));
    expect(isFree).toBe(true);
    expect(first.leave).not.toHaveBeenCalled();
  });
});
