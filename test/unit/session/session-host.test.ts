import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Policy } from '../../../src/policy/policy.ts';
import { ALLOW_ALL, denying } from '../../../src/policy/policy.ts';
import type { TabDecisions } from '../../../src/wire/messages.ts';
import type { FakePort } from './fake-ports.ts';
import { attach, decisions, HERE, TabRig } from './tab-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const Result = z.object({ result: z.object({ structuredContent: z.object({ runId: z.string() }) }) });

describe('the sessions of a tab', () => {
  let tab: TabRig;
  beforeEach(() => {
    tab = TabRig.install();
  });
  afterEach(() => {
    tab.close();
    vi.useRealTimers();
  });

  describe('that starts', () => {
    it('says where it is, and with which credentials', async () => {
      const caller = { credentials: { token: 'secret', port: 8765 }, agent: 'Claude', proof: null };
      await tab.starter.start(caller, 'load');
      await tab.starter.start(null, 'same-page');
      const started = { to: 'worker', type: 'tab-started', place: HERE, hasSessionScript: false };
      expect(tab.said).toEqual([
        { ...started, caller, arrival: 'load' },
        { ...started, caller: null, arrival: 'same-page' },
      ]);
      expect(tab.ports).toEqual([]);
    });

    it('serves the notebook on each link that it may', async () => {
      tab.decided = async () => attach('one', 'two');
      await tab.starter.start(null, 'same-page');
      expect(tab.portNames).toEqual(['cellwire-session:one', 'cellwire-session:two']);
      for (const port of tab.ports) {
        expect(await port.request('tools/call', { name: 'get_cells', arguments: {} })).toMatchObject({
          result: { structuredContent: { cells: [{ id: 'a' }] } },
        });
      }
    });

    it('keeps a link that it serves already', async () => {
      tab.decided = async () => attach('one');
      await tab.starter.start(null, 'same-page');
      await tab.starter.start(null, 'same-page');
      expect(tab.ports).toHaveLength(1);
    });

    it('applies no decisions for a notebook that the tab has left meanwhile', async () => {
      tab.decided = async () => {
        tab.show('/drive/two');
        return attach('one');
      };
      await tab.starter.start(null, 'same-page');
      tab.starter.apply(HERE, attach('one'));
      expect(tab.ports).toEqual([]);
    });
  });

  describe('that is left', () => {
    it('serves nobody any more, and does not come back by itself', async () => {
      vi.useFakeTimers();
      tab.starter.apply(HERE, attach('one', 'two'));
      tab.starter.leave(false);
      expect(tab.ports.map(({ disconnected }) => disconnected)).toEqual([true, true]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(tab.said).toEqual([]);
    });

    it('serves again with the next decisions', () => {
      tab.starter.apply(HERE, attach('one'));
      tab.starter.leave(false);
      tab.starter.apply(HERE, attach('one'));
      expect(tab.ports.map(({ disconnected }) => disconnected)).toEqual([true, false]);
    });
  });

  describe('whose link goes away', () => {
    it('asks for it again a moment later', async () => {
      vi.useFakeTimers();
      tab.starter.apply(HERE, attach('one'));
      tab.decided = async () => attach('one');
      tab.ports[0]?.fall();
      await vi.advanceTimersByTimeAsync(499);
      expect(tab.said).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(tab.said).toMatchObject([
        { to: 'worker', type: 'tab-started', place: HERE, hasSessionScript: false, caller: null },
      ]);
      expect(tab.ports).toHaveLength(2);
    });

    it('goes on with what was under way, and answers it on the next one', async () => {
      vi.useFakeTimers();
      tab.starter.apply(HERE, attach('one'));
      tab.decided = async () => attach('one');
      const [first] = tab.ports;
      const memo = { incarnation: 'i', instance: 'p', handshake: { initialize: null, subscriptions: [] } };
      first?.onMessage.tell({ agent: 'Tester', isResumed: false });
      first?.onMessage.tell({ memo });
      const text = JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'execute_cell', arguments: { cellId: 'a', timeoutSeconds: 2 } },
      });
      first?.onMessage.tell(text);
      await vi.advanceTimersByTimeAsync(0);
      first?.fall();
      await vi.advanceTimersByTimeAsync(500);
      expect(tab.portNames).toEqual(['cellwire-session:one', 'cellwire-session:one?resumes']);
      const [, second] = tab.ports;
      const runId = expect.stringMatching(/^run-nb-/);
      const open = [{ id: 1, text, hasBegun: true, runId }];
      expect(second?.words).toEqual([{ resumes: { memo, received: [1], open, answers: [] } }]);
      await vi.advanceTimersByTimeAsync(2_000);
      const { answers, text: answer } = (await second?.frames.take()) ?? { answers: null, text: '{}' };
      expect(answers).toBe(1);
      expect(JSON.parse(answer)).toMatchObject({
        result: { structuredContent: { status: 'running', runId } },
      });
    });

    it('begins anew where the next one does not take it over', async () => {
      vi.useFakeTimers();
      tab.starter.apply(HERE, attach('one'));
      tab.decided = async () => attach('one');
      const memo = { incarnation: 'i', instance: 'p', handshake: { initialize: null, subscriptions: [] } };
      tab.ports[0]?.onMessage.tell({ memo });
      tab.ports[0]?.fall();
      await vi.advanceTimersByTimeAsync(500);
      tab.ports[1]?.fall();
      await vi.advanceTimersByTimeAsync(500);
      expect(tab.portNames.at(-1)).toBe('cellwire-session:one');
      expect(tab.ports).toHaveLength(3);
    });

    it('keeps silent when the extension is gone as well', async () => {
      vi.useFakeTimers();
      tab.starter.apply(HERE, attach('one'));
      tab.runtime.id = undefined;
      tab.ports[0]?.fall();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(tab.said).toEqual([]);
    });
  });

  describe('whose call is about to have effects', () => {
    const call = {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'execute_cell', arguments: { cellId: 'a' } },
    };
    const begun = { began: 1, runId: null };
    const ran = { began: 1, runId: expect.stringMatching(/^run-nb-/) };
    const memo = { incarnation: 'i', instance: 'p', handshake: { initialize: null, subscriptions: [] } };
    let port: FakePort;
    beforeEach(async () => {
      vi.useFakeTimers();
      tab.starter.apply(HERE, attach('one'));
      const [first] = tab.ports;
      if (!first) throw new Error('There is no Port.');
      port = first;
      port.isSilent = true;
      port.onMessage.tell({ memo });
      port.onMessage.tell(JSON.stringify(call));
      await vi.advanceTimersByTimeAsync(100);
      expect(port.words).toEqual([begun]);
    });

    it('have them when the link knows, and not before', async () => {
      port.onMessage.tell({ heard: 2 });
      await vi.advanceTimersByTimeAsync(100);
      expect(port.words).toEqual([begun]);
      port.onMessage.tell({ heard: 1 });
      await vi.advanceTimersByTimeAsync(100);
      expect(port.words).toEqual([begun, ran]);
    });

    it('tell the next link, where this one has gone', async () => {
      tab.decided = async () => attach('one');
      port.fall();
      await vi.advanceTimersByTimeAsync(500);
      const open = [{ id: 1, text: JSON.stringify(call), hasBegun: true, runId: ran.runId }];
      expect(tab.ports[1]?.words).toEqual([{ resumes: { memo, received: [1], open, answers: [] } }]);
    });

    it('have none where the page is left first', async () => {
      tab.starter.leave(true);
      port.onMessage.tell({ heard: 1 });
      await vi.advanceTimersByTimeAsync(100);
      expect(port.words).toEqual([begun]);
    });
  });

  describe('that are asked for a sign of life', () => {
    it('give one when the page has, and not before', async () => {
      let answer = (): void => {};
      tab.pageAnswers = new Promise((resolve) => {
        answer = resolve;
      });
      tab.starter.apply(HERE, attach('one'));
      tab.ports[0]?.onMessage.tell({ ping: 7 });
      await Promise.resolve();
      expect(tab.ports[0]?.words).toEqual([]);
      answer();
      await vi.waitFor(() => expect(tab.ports[0]?.words).toEqual([{ pong: 7 }]));
    });

    it('give it while a cell runs', async () => {
      tab.starter.apply(HERE, attach('one'));
      const [port] = tab.ports;
      const params = { name: 'run_code_cell', arguments: { cellId: 'a' } };
      void port?.request('tools/call', params);
      const runId = expect.stringMatching(/^run-nb-/);
      await vi.waitFor(() =>
        expect(port?.words).toEqual([
          { began: 1, runId: null },
          { began: 1, runId },
        ]),
      );
      port?.onMessage.tell({ ping: 1 });
      await vi.waitFor(() => expect(port?.words.at(-1)).toEqual({ pong: 1 }));
    });
  });

  describe('that show another notebook', () => {
    const of = (notebookId: string, news: Partial<TabDecisions> = {}): TabDecisions =>
      decisions({ notebookId, attach: ['one'], ...news });
    async function call(name: string, args: object = {}): Promise<unknown> {
      return tab.ports.at(-1)?.request('tools/call', { name, arguments: args });
    }
    async function started(): Promise<string> {
      const answer = await call('execute_cell', { cellId: 'a', wait: false });
      const { runId } = Result.parse(answer).result.structuredContent;
      return runId;
    }
    const isKnown = (runId: string) => ({ result: { structuredContent: { runId, cellId: 'a' } } });
    const isUnknown = { result: { isError: true, structuredContent: { error: { kind: 'not_found' } } } };

    it('begin anew: what was run in the first is not known in the next', async () => {
      tab.starter.apply(HERE, of('first'));
      const runId = await started();
      expect(runId).toMatch(/^run-first-[0-9a-z]{2}-1$/);
      expect(await call('get_run', { runId })).toMatchObject(isKnown(runId));
      tab.starter.leave(false);
      tab.starter.apply(HERE, of('second'));
      expect(await call('get_run', { runId })).toMatchObject(isUnknown);
      expect(await started()).toMatch(/^run-second-[0-9a-z]{2}-1$/);
    });

    it('end at once with the one that is left for another: nothing of it starts in the next', async () => {
      tab.starter.apply(HERE, of('first'));
      const visit = tab.visitors.open('cellwire-activity');
      await visit.got.take();
      const runId = await started();
      tab.starter.leave(true);
      expect(tab.userRunListeners.size).toBe(0);
      expect(tab.visitors.listeners).toBe(0);
      await vi.waitFor(() => expect(visit.isOpen).toBe(false));
      tab.starter.apply(HERE, of('first'));
      expect(await call('get_run', { runId })).toMatchObject(isUnknown);
    });

    it('follow what the user runs in the notebook that is shown, once', async () => {
      expect(tab.userRunListeners.size).toBe(0);
      tab.starter.apply(HERE, of('first'));
      const [ofFirst] = tab.userRunListeners;
      tab.starter.apply(HERE, of('first'));
      expect([...tab.userRunListeners]).toEqual([ofFirst]);
      tab.starter.leave(false);
      tab.starter.apply(HERE, of('second'));
      expect(tab.userRunListeners.size).toBe(1);
      expect([...tab.userRunListeners]).not.toContain(ofFirst);
    });

    it('go on with the same one where they were, after the page was put aside', async () => {
      tab.starter.apply(HERE, of('first'));
      const runId = await started();
      tab.starter.leave(false);
      tab.starter.apply(HERE, of('first'));
      expect(tab.ports).toHaveLength(2);
      expect(await call('get_run', { runId })).toMatchObject(isKnown(runId));
    });

    it('push what agents do in the one that is shown, and let go who looked at the other', async () => {
      tab.starter.apply(HERE, of('first'));
      const first = tab.visitors.open('cellwire-activity');
      expect(await first.got.take()).toMatchObject({ view: { agents: [{ id: 'one' }] } });
      expect(await first.got.take()).toMatchObject({ entries: [] });
      await call('get_cells');
      expect(await first.got.take()).toMatchObject({ view: { now: [] } });
      const entry = { name: 'get_cells', number: 1, outcome: 'ok', agent: { id: 'one' } };
      expect(await first.got.take()).toMatchObject({ entries: [entry] });
      tab.starter.apply(HERE, of('first'));
      tab.starter.leave(false);
      expect(tab.visitors.listeners).toBe(1);
      tab.starter.apply(HERE, of('second'));
      await vi.waitFor(() => expect(first.isOpen).toBe(false));
      expect(tab.visitors.listeners).toBe(1);
      expect(await tab.visitors.open('cellwire-activity').got.take()).toMatchObject({ view: { now: [] } });
    });
  });

  describe('whose user changes what agents may do', () => {
    const say = (policy: Policy): void => tab.starter.apply(HERE, decisions({ policy }));
    const read = (): Promise<unknown> | undefined =>
      tab.ports[0]?.request('tools/call', { name: 'get_cells', arguments: {} });
    const refused = (kind: string) => ({ result: { isError: true, structuredContent: { error: { kind } } } });

    it('keep to it at once, in conversations that go on', async () => {
      tab.starter.apply(HERE, attach('one'));
      expect(await read()).toMatchObject({ result: { structuredContent: { total: 1 } } });
      say({ ...ALLOW_ALL, paused: true });
      expect(await read()).toMatchObject(refused('paused'));
      say(denying('read'));
      expect(await read()).toMatchObject(refused('denied'));
      say(ALLOW_ALL);
      expect(await read()).toMatchObject({ result: { structuredContent: { total: 1 } } });
      expect(tab.ports).toHaveLength(1);
    });

    it('keep to it from the first call', async () => {
      tab.starter.apply(HERE, { ...attach('one'), policy: { ...ALLOW_ALL, paused: true } });
      expect(await read()).toMatchObject(refused('paused'));
    });
  });
});
