import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TabSession } from '../../../content-scripts/session/tab-session.ts';
import type { ConsentAnswer } from '../../../src/ui/consent/ask-consent.ts';
import { askConsent } from '../../../src/ui/consent/ask-consent.ts';
import type { SessionMessage, SessionOrders } from '../../../src/wire/messages.ts';
import { memoryNotebook, noKernel } from '../../support/memory-notebook.ts';
import type { FakePort } from './fake-ports.ts';
import { installPorts } from './fake-ports.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));
vi.mock('../../../src/ui/consent/ask-consent.ts', () => ({ askConsent: vi.fn() }));

const COLAB = 'https://colab.research.google.com';
const HERE = { origin: COLAB, path: '/drive/one' };
const show = (path: string): void => void vi.stubGlobal('location', new URL(path, COLAB));
const attach = (...linkIds: string[]): SessionOrders => ({ attach: linkIds, ask: [] });
const ask = (...linkIds: string[]): SessionOrders => ({
  attach: [],
  ask: linkIds.map((linkId, index) => ({ linkId, port: 8000 + index })),
});

interface Question {
  port: number;
  withdrawn: AbortSignal;
  answer: (answer: ConsentAnswer) => void;
  fail: (error: Error) => void;
}

describe('the session of a tab', () => {
  let ports: FakePort[];
  let said: SessionMessage[];
  /** What the worker answers; nothing when left out. */
  let orders: (message: SessionMessage) => Promise<SessionOrders | undefined>;
  let questions: Question[];
  let session: TabSession;

  beforeEach(() => {
    fakeBrowser.reset();
    ports = installPorts();
    said = [];
    orders = async () => undefined;
    Object.assign(fakeBrowser.runtime, {
      sendMessage: (message: SessionMessage) => {
        said.push(message);
        return orders(message);
      },
    });
    questions = [];
    vi.mocked(askConsent).mockImplementation(
      (port, withdrawn) =>
        new Promise((answer, fail) => {
          questions.push({ port, withdrawn, answer, fail });
        }),
    );
    show('/drive/one');
    session = new TabSession(memoryNotebook([{ id: 'a', kind: 'code', source: '1' }]), noKernel);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  async function question(index: number): Promise<Question> {
    return vi.waitFor(() => {
      const found = questions[index];
      if (!found) throw new Error(`There is no question ${index}.`);
      return found;
    });
  }
  const portNames = (): string[] => ports.map(({ name }) => name);

  describe('that starts', () => {
    it('says where it is, and with which credentials', async () => {
      const credentials = { token: 'secret', port: 8765 };
      await session.start(credentials);
      await session.start(null);
      expect(said).toEqual([
        { to: 'worker', type: 'session-started', place: HERE, credentials },
        { to: 'worker', type: 'session-started', place: HERE, credentials: null },
      ]);
      expect(ports).toEqual([]);
    });

    it('serves the notebook on each link that it may', async () => {
      orders = async () => attach('one', 'two');
      await session.start(null);
      expect(portNames()).toEqual(['cellwire-session:one', 'cellwire-session:two']);
      for (const port of ports) {
        expect(await port.request('tools/call', { name: 'get_cells', arguments: {} })).toMatchObject({
          result: { structuredContent: { cells: [{ id: 'a' }] } },
        });
      }
    });

    it('keeps a link that it serves already', async () => {
      orders = async () => attach('one');
      await session.start(null);
      await session.start(null);
      expect(ports).toHaveLength(1);
    });

    it('follows no orders for a notebook that the tab has left meanwhile', async () => {
      orders = async () => {
        show('/drive/two');
        return { ...attach('one'), ...{ ask: [{ linkId: 'two', port: 8000 }] } };
      };
      await session.start(null);
      session.follow(HERE, attach('one'));
      expect(ports).toEqual([]);
      expect(questions).toEqual([]);
    });
  });

  describe('that is left', () => {
    it('serves nobody any more, and does not come back by itself', async () => {
      vi.useFakeTimers();
      session.follow(HERE, attach('one', 'two'));
      session.leave();
      expect(ports.map(({ disconnected }) => disconnected)).toEqual([true, true]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(said).toEqual([]);
    });

    it('serves again with the next orders', () => {
      session.follow(HERE, attach('one'));
      session.leave();
      session.follow(HERE, attach('one'));
      expect(ports.map(({ disconnected }) => disconnected)).toEqual([true, false]);
    });
  });

  describe('whose link goes away', () => {
    it('asks for it again a moment later', async () => {
      vi.useFakeTimers();
      session.follow(HERE, attach('one'));
      orders = async () => attach('one');
      ports[0]?.fall();
      await vi.advanceTimersByTimeAsync(499);
      expect(said).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(said).toEqual([{ to: 'worker', type: 'session-started', place: HERE, credentials: null }]);
      expect(ports).toHaveLength(2);
    });

    it('keeps silent when the extension is gone as well', async () => {
      vi.useFakeTimers();
      session.follow(HERE, attach('one'));
      Object.assign(fakeBrowser.runtime, { id: undefined });
      ports[0]?.fall();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(said).toEqual([]);
    });
  });

  describe('that must ask the user', () => {
    it.each<[ConsentAnswer, SessionMessage]>([
      ['once', { to: 'worker', type: 'consent-given', place: HERE, linkId: 'one', remember: false }],
      ['always', { to: 'worker', type: 'consent-given', place: HERE, linkId: 'one', remember: true }],
      ['refused', { to: 'worker', type: 'consent-refused', linkId: 'one' }],
    ])('reports "%s" as it was meant, and serves nobody before', async (answer, message) => {
      session.follow(HERE, ask('one'));
      const asked = await question(0);
      expect(asked.port).toBe(8000);
      expect(said).toEqual([]);
      asked.answer(answer);
      await vi.waitFor(() => expect(said).toEqual([message]));
      expect(ports).toEqual([]);
    });

    it('serves what the worker allows after the answer', async () => {
      orders = async () => attach('one');
      session.follow(HERE, ask('one'));
      (await question(0)).answer('once');
      await vi.waitFor(() => expect(portNames()).toEqual(['cellwire-session:one']));
    });

    it('serves nobody when the tab shows another notebook by the time of the worker’s word', async () => {
      let allow = (_orders: SessionOrders): void => {};
      const word = new Promise<SessionOrders>((resolve) => {
        allow = resolve;
      });
      orders = () => word;
      session.follow(HERE, ask('one'));
      (await question(0)).answer('once');
      await vi.waitFor(() => expect(said).toHaveLength(1));
      show('/drive/two');
      allow(attach('one'));
      await word;
      // Orders that come after are followed, so these have been seen.
      session.follow({ origin: COLAB, path: '/drive/two' }, attach('two'));
      expect(portNames()).toEqual(['cellwire-session:two']);
    });

    it('asks one question at a time, and none twice', async () => {
      session.follow(HERE, ask('one', 'two'));
      session.follow(HERE, ask('one', 'two'));
      (await question(0)).answer('refused');
      const second = await question(1);
      expect(questions.map(({ port }) => port)).toEqual([8000, 8001]);
      second.answer('refused');
      await vi.waitFor(() => expect(said).toHaveLength(2));
      expect(questions).toHaveLength(2);
    });

    it('asks again with the next orders when it got no answer', async () => {
      session.follow(HERE, ask('one', 'two'));
      (await question(0)).answer('unanswered');
      await question(1);
      session.follow(HERE, ask('one'));
      (await question(1)).answer('refused');
      expect((await question(2)).port).toBe(8000);
      expect(said).toEqual([{ to: 'worker', type: 'consent-refused', linkId: 'two' }]);
    });

    it('asks the next question, and later this one again, when one could not be shown', async () => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const trouble = new Error('showPopover failed');
      session.follow(HERE, ask('one', 'two'));
      (await question(0)).fail(trouble);
      (await question(1)).answer('refused');
      await vi.waitFor(() =>
        expect(said).toEqual([{ to: 'worker', type: 'consent-refused', linkId: 'two' }]),
      );
      expect(warned.mock.calls).toEqual([
        ['Cellwire could not ask whether an agent may work in this notebook.', trouble],
      ]);
      session.follow(HERE, ask('one'));
      (await question(2)).answer('always');
      await vi.waitFor(() => expect(said).toHaveLength(2));
    });

    it('withdraws the question when it is left: what comes after is no answer', async () => {
      session.follow(HERE, ask('one', 'two'));
      const first = await question(0);
      expect(first.withdrawn.aborted).toBe(false);
      session.leave();
      expect(first.withdrawn.aborted).toBe(true);
      first.answer('always');
      const second = await question(1);
      expect(second.withdrawn.aborted).toBe(true);
      second.answer('always');
      session.follow(HERE, ask('one'));
      (await question(2)).answer('refused');
      await vi.waitFor(() =>
        expect(said).toEqual([{ to: 'worker', type: 'consent-refused', linkId: 'one' }]),
      );
    });

    it('asks about the next notebook after a question about the last was withdrawn', async () => {
      session.follow(HERE, ask('one'));
      const first = await question(0);
      session.leave();
      show('/drive/two');
      const next = { origin: COLAB, path: '/drive/two' };
      session.follow(next, ask('one'));
      first.answer('unanswered');
      (await question(1)).answer('once');
      await vi.waitFor(() =>
        expect(said).toEqual([
          { to: 'worker', type: 'consent-given', place: next, linkId: 'one', remember: false },
        ]),
      );
    });
  });
});
