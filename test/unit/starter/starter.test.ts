import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Starter } from '../../../content-scripts/starter/starter.ts';
import { ALLOW_ALL } from '../../../src/policy/policy.ts';
import type { FromTab, TabDecisions } from '../../../src/wire/messages.ts';

const COLAB = 'https://colab.research.google.com';
const HERE = { origin: COLAB, path: '/drive/one' };
const show = (path: string): void => void vi.stubGlobal('location', new URL(path, COLAB));
const decisions = (news: Partial<TabDecisions> = {}): TabDecisions => ({
  ...{ notebookId: 'nb', policy: ALLOW_ALL, attach: [], ask: [], pageAgent: null },
  ...news,
});

describe('the starter', () => {
  let said: FromTab[];
  /** What comes back from the worker. */
  let answer: (message: FromTab) => Promise<unknown>;
  let runtime: { id: string | undefined };
  let channel: MessageChannel;
  let starter: Starter;
  const sessions = {
    apply: vi.fn<(made: TabDecisions) => void>(),
    leave: vi.fn<(isForAnother: boolean) => void>(),
  };

  beforeEach(() => {
    said = [];
    answer = async () => true;
    runtime = { id: 'cellwire' };
    vi.clearAllMocks();
    vi.stubGlobal('chrome', {
      runtime: Object.assign(runtime, {
        sendMessage: (message: FromTab) => {
          said.push(message);
          return answer(message);
        },
      }),
    });
    show('/drive/one');
    channel = new MessageChannel();
    starter = new Starter(channel.port1);
  });
  afterEach(() => {
    channel.port1.close();
    channel.port2.close();
    vi.unstubAllGlobals();
  });

  /** What the page's side of the channel has got, up to now. */
  async function toPage(): Promise<unknown[]> {
    const got: unknown[] = [];
    const end = new Promise<void>((resolve) => {
      channel.port2.onmessage = ({ data }) => (data === 'end' ? resolve() : got.push(data));
    });
    channel.port1.postMessage('end');
    await end;
    return got;
  }

  it('says where the tab is, with which credentials, and that there is no session yet', async () => {
    const caller = { credentials: { token: 'secret', port: 8765 }, agent: 'Claude', proof: 'p' };
    await starter.start(caller, 'new-tab');
    await starter.start(null, 'same-page');
    const started = { to: 'worker', type: 'tab-started', place: HERE, hasSessionScript: false };
    expect(said).toEqual([
      { ...started, caller, arrival: 'new-tab' },
      { ...started, caller: null, arrival: 'same-page' },
    ]);
  });

  it('has a session when that and the page agent are there: half of it is brought in again', async () => {
    starter.sessions = sessions;
    expect(starter.hasSessionScript).toBe(false);
    starter.apply(HERE, decisions());
    expect(starter.hasSessionScript).toBe(false);
    starter.apply(HERE, decisions({ pageAgent: 1 }));
    expect(starter.hasSessionScript).toBe(true);
    await starter.start(null, 'same-page');
    expect(said).toMatchObject([{ type: 'tab-started', hasSessionScript: true }]);
    starter.sessions = null;
    expect(starter.hasSessionScript).toBe(false);
  });

  it('passes the worker’s decisions on to the session that was brought in meanwhile', async () => {
    const made = decisions({ attach: ['one'] });
    answer = async () => {
      starter.sessions = sessions;
      return made;
    };
    await starter.start(null, 'same-page');
    expect(sessions.apply.mock.calls).toEqual([[made]]);
  });

  it('passes on the answer to a report of the session the same way', async () => {
    starter.sessions = sessions;
    const made = decisions({ attach: ['one'] });
    answer = async () => made;
    const refused: FromTab = { to: 'worker', type: 'consent-refused', linkId: 'one' };
    await starter.report(refused, HERE);
    expect(said).toEqual([refused]);
    expect(sessions.apply.mock.calls).toEqual([[made]]);
  });

  it.each([
    ['meanwhile', '/drive/one', '/drive/two'],
    ['of another origin', '/drive/one', 'https://colab.google.com/drive/one'],
  ])('passes on no decisions for a notebook that the tab has left: %s', async (_what, from, to) => {
    starter.sessions = sessions;
    show(from);
    answer = async () => {
      show(to);
      return decisions({ attach: ['one'] });
    };
    await starter.start(null, 'same-page');
    starter.apply(HERE, decisions({ attach: ['one'] }));
    expect(sessions.apply).not.toHaveBeenCalled();
  });

  it('starts the page agent that was brought in, whatever the tab shows by then, and no other', async () => {
    starter.apply(HERE, decisions());
    show('/drive/two');
    starter.apply(HERE, decisions({ pageAgent: 0 }));
    starter.apply(HERE, decisions({ pageAgent: 2 }));
    starter.apply(HERE, decisions({ pageAgent: 3 }));
    expect(await toPage()).toEqual([{ pageAgent: 2 }]);
  });

  it('starts the page agent before the session is told what to do with it', async () => {
    const order: string[] = [];
    vi.spyOn(channel.port1, 'postMessage').mockImplementation(() => void order.push('page agent'));
    sessions.apply.mockImplementation(() => void order.push('session'));
    starter.sessions = sessions;
    starter.apply(HERE, decisions({ pageAgent: 1 }));
    expect(order).toEqual(['page agent', 'session']);
  });

  it('does nothing where the worker has heard it and decided nothing', async () => {
    starter.sessions = sessions;
    await starter.report({ to: 'worker', type: 'tab-stopped' }, HERE);
    expect(said).toHaveLength(1);
    expect(sessions.apply).not.toHaveBeenCalled();
    expect(await toPage()).toEqual([]);
  });

  describe('where a worker was stopped while it was told', () => {
    const stopped: FromTab = { to: 'worker', type: 'tab-stopped' };
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it.each([
      ['the browser says so', () => Promise.reject(new Error('The message channel closed.'))],
      ['only others have heard it', async () => undefined],
    ])('tells the next one: %s', async (_how, lost) => {
      const made = decisions({ attach: ['one'] });
      starter.sessions = sessions;
      answer = lost;
      const told = starter.report(stopped, HERE);
      await vi.advanceTimersByTimeAsync(99);
      expect(said).toEqual([stopped]);
      answer = async () => made;
      await vi.advanceTimersByTimeAsync(1);
      await told;
      expect(said).toEqual([stopped, stopped]);
      expect(sessions.apply.mock.calls).toEqual([[made]]);
    });

    it('says anew where the tab is, which may have a session by now, and that the user is to be asked', async () => {
      answer = async () => undefined;
      const caller = { credentials: { token: 'secret', port: 8765 }, agent: 'Claude', proof: 'p' };
      const told = starter.start(caller, 'new-tab');
      await vi.advanceTimersByTimeAsync(50);
      starter.sessions = sessions;
      starter.apply(HERE, decisions({ pageAgent: 1 }));
      answer = async () => true;
      await vi.advanceTimersByTimeAsync(50);
      await told;
      const started = { to: 'worker', type: 'tab-started', place: HERE, caller };
      expect(said).toEqual([
        { ...started, hasSessionScript: false, arrival: 'new-tab' },
        { ...started, hasSessionScript: true, arrival: 'same-page' },
      ]);
    });

    it('does not say where the tab was, if that is elsewhere by now', async () => {
      answer = async () => undefined;
      const told = starter.start(null, 'load');
      await vi.advanceTimersByTimeAsync(50);
      show('/drive/two');
      await vi.advanceTimersByTimeAsync(60_000);
      await told;
      expect(said).toHaveLength(1);
    });

    it('never says yes a second time: it asks how things stand', async () => {
      answer = async ({ type }) => (type === 'tab-started' ? decisions({ attach: ['one'] }) : undefined);
      starter.sessions = sessions;
      const yes: FromTab = {
        to: 'worker',
        type: 'consent-given',
        place: HERE,
        linkId: 'one',
        remember: true,
      };
      await starter.report(yes, HERE);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(said.map(({ type }) => type)).toEqual(['consent-given', 'tab-started']);
      expect(sessions.apply).toHaveBeenCalledTimes(1);
    });

    it('does not set rules a second time, which may be others by now', async () => {
      answer = async () => undefined;
      const rules: FromTab = { to: 'worker', type: 'tab-policy', place: HERE, policy: ALLOW_ALL };
      await expect(starter.report(rules, HERE)).rejects.toThrow('does not answer');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(said).toEqual([rules]);
    });

    it('gives up in the end, and says so', async () => {
      answer = async () => undefined;
      const told = expect(starter.report(stopped, HERE)).rejects.toThrow('does not answer');
      await vi.advanceTimersByTimeAsync(60_000);
      await told;
      expect(said).toHaveLength(4);
    });

    it('is silent when the extension goes meanwhile', async () => {
      answer = async () => {
        runtime.id = undefined;
        throw new Error('Extension context invalidated.');
      };
      await starter.report(stopped, HERE);
      expect(said).toHaveLength(1);
    });
  });

  it.each([
    ['thrown by the worker', { __mozWebExtensionPolyfillReject__: true, message: 'No tab.' }],
    ['nonsense', 'yes'],
  ])('does not take for decisions what is not: %s', async (_what, thrown) => {
    starter.sessions = sessions;
    answer = async () => thrown;
    await expect(starter.start(null, 'same-page')).rejects.toThrow(
      `Cellwire's worker failed: ${JSON.stringify(thrown)}`,
    );
    expect(sessions.apply).not.toHaveBeenCalled();
    expect(await toPage()).toEqual([]);
  });

  it('keeps silent when the extension is gone', async () => {
    runtime.id = undefined;
    await starter.start(null, 'same-page');
    vi.stubGlobal('chrome', {});
    await starter.start(null, 'same-page');
    expect(said).toEqual([]);
  });

  it('leaves with its session, if there is one', () => {
    starter.leave(true);
    starter.sessions = sessions;
    starter.leave(true);
    expect(sessions.leave.mock.calls).toEqual([[true]]);
  });
});
