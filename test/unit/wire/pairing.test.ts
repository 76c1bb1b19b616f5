import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  NUMBER_EXPRESSION,
  offerPageAgents,
  registerPageAgent,
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
  takeChannel((port) => {
    taken.push(port);
    ports.push(port);
  });

/** Says something to the page's world; what is said is heard in that order. */
function tell(message: unknown): void {
  taken[0]?.postMessage(message);
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
    const answered = new Promise((resolve) => {
      for (const port of taken) port.onmessage = ({ data }) => resolve(data);
    });
    tell({ pageAgent: 1 });
    expect(await answered).toBe('hello');
    tell('hello too');
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

  it('is the only one: a second is not started, and the first hears what was meant for it', async () => {
    register('first');
    register('second');
    tell({ pageAgent: 1 });
    tell({ pageAgent: 2 });
    tell({ pageAgent: 1 });
    await expect
      .poll(() => started)
      .toEqual(['first', 'first hears {"pageAgent":2}', 'first hears {"pageAgent":1}']);
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
