import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentAnswer } from '../../../src/ui/consent/ask-consent.ts';
import { askConsent } from '../../../src/ui/consent/ask-consent.ts';
import type { FromTab, TabDecisions } from '../../../src/wire/messages.ts';
import { attach, COLAB, decisions, HERE, TabRig } from './tab-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));
vi.mock('../../../src/ui/consent/ask-consent.ts', () => ({ askConsent: vi.fn() }));

const ask = (...linkIds: string[]): TabDecisions =>
  decisions({
    ask: linkIds.map((linkId, index) => ({
      linkId,
      port: 8000 + index,
      agent: `agent ${index}`,
      isSuspect: false,
    })),
  });

interface Question {
  port: number;
  withdrawn: AbortSignal;
  answer: (answer: ConsentAnswer) => void;
  fail: (error: Error) => void;
}

describe('a tab that must ask the user', () => {
  let tab: TabRig;
  let questions: Question[];

  beforeEach(() => {
    tab = TabRig.install();
    questions = [];
    vi.mocked(askConsent).mockImplementation(
      ({ port }, withdrawn) =>
        new Promise((answer, fail) => {
          questions.push({ port, withdrawn, answer, fail });
        }),
    );
  });
  afterEach(() => {
    tab.close();
    vi.restoreAllMocks();
  });

  async function question(index: number): Promise<Question> {
    return vi.waitFor(() => {
      const found = questions[index];
      if (!found) throw new Error(`There is no question ${index}.`);
      return found;
    });
  }

  it('asks nothing about a notebook that it has left meanwhile', async () => {
    tab.decided = async () => {
      tab.show('/drive/two');
      return ask('one');
    };
    await tab.starter.start(null, 'same-page');
    tab.starter.apply(HERE, ask('one'));
    expect(questions).toEqual([]);
  });

  it.each<[ConsentAnswer, FromTab]>([
    ['once', { to: 'worker', type: 'consent-given', place: HERE, linkId: 'one', remember: false }],
    ['always', { to: 'worker', type: 'consent-given', place: HERE, linkId: 'one', remember: true }],
    ['refused', { to: 'worker', type: 'consent-refused', linkId: 'one' }],
  ])('reports "%s" as it was meant, and serves nobody before', async (answer, message) => {
    tab.starter.apply(HERE, ask('one'));
    const asked = await question(0);
    expect(asked.port).toBe(8000);
    expect(tab.said).toEqual([]);
    asked.answer(answer);
    await vi.waitFor(() => expect(tab.said).toEqual([message]));
    expect(tab.ports).toEqual([]);
  });

  it('serves what the worker allows after the answer', async () => {
    tab.decided = async () => attach('one');
    tab.starter.apply(HERE, ask('one'));
    (await question(0)).answer('once');
    await vi.waitFor(() => expect(tab.portNames).toEqual(['cellwire-session:one']));
  });

  it('asks no more when the user has allowed it elsewhere, and takes no answer to that question', async () => {
    tab.starter.apply(HERE, ask('one', 'two'));
    const asked = await question(0);
    tab.starter.apply(HERE, attach('one'));
    expect(asked.withdrawn.aborted).toBe(true);
    asked.answer('refused');
    expect((await question(1)).withdrawn.aborted).toBe(false);
    expect(tab.said).toEqual([]);
    expect(tab.portNames).toEqual(['cellwire-session:one']);
  });

  it('serves nobody when the tab shows another notebook by the time of the worker’s word', async () => {
    let allow = (_decisions: TabDecisions): void => {};
    const word = new Promise<TabDecisions>((resolve) => {
      allow = resolve;
    });
    tab.decided = () => word;
    tab.starter.apply(HERE, ask('one'));
    (await question(0)).answer('once');
    await vi.waitFor(() => expect(tab.said).toHaveLength(1));
    tab.show('/drive/two');
    allow(attach('one'));
    await word;
    // Decisions that come after are applied, so these have been seen.
    tab.starter.apply({ origin: COLAB, path: '/drive/two' }, attach('two'));
    expect(tab.portNames).toEqual(['cellwire-session:two']);
  });

  it('asks one question at a time, and none twice', async () => {
    tab.starter.apply(HERE, ask('one', 'two'));
    tab.starter.apply(HERE, ask('one', 'two'));
    (await question(0)).answer('refused');
    const second = await question(1);
    expect(questions.map(({ port }) => port)).toEqual([8000, 8001]);
    second.answer('refused');
    await vi.waitFor(() => expect(tab.said).toHaveLength(2));
    expect(questions).toHaveLength(2);
  });

  it('asks again with the next decisions when it got no answer', async () => {
    tab.starter.apply(HERE, ask('one', 'two'));
    (await question(0)).answer('unanswered');
    await question(1);
    tab.starter.apply(HERE, ask('one'));
    (await question(1)).answer('refused');
    expect((await question(2)).port).toBe(8000);
    expect(tab.said).toEqual([{ to: 'worker', type: 'consent-refused', linkId: 'two' }]);
  });

  it('asks the next question, and later this one again, when one could not be shown', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const trouble = new Error('showPopover failed');
    tab.starter.apply(HERE, ask('one', 'two'));
    (await question(0)).fail(trouble);
    (await question(1)).answer('refused');
    await vi.waitFor(() =>
      expect(tab.said).toEqual([{ to: 'worker', type: 'consent-refused', linkId: 'two' }]),
    );
    expect(warned.mock.calls).toEqual([
      ['Cellwire could not ask whether an agent may work in this notebook.', trouble],
    ]);
    tab.starter.apply(HERE, ask('one'));
    (await question(2)).answer('always');
    await vi.waitFor(() => expect(tab.said).toHaveLength(2));
  });

  it('withdraws the question when it is left: what comes after is no answer', async () => {
    tab.starter.apply(HERE, ask('one', 'two'));
    const first = await question(0);
    expect(first.withdrawn.aborted).toBe(false);
    tab.starter.leave(false);
    expect(first.withdrawn.aborted).toBe(true);
    first.answer('always');
    const second = await question(1);
    expect(second.withdrawn.aborted).toBe(true);
    second.answer('always');
    tab.starter.apply(HERE, ask('one'));
    (await question(2)).answer('refused');
    await vi.waitFor(() =>
      expect(tab.said).toEqual([{ to: 'worker', type: 'consent-refused', linkId: 'one' }]),
    );
  });

  it('asks about the next notebook after a question about the last was withdrawn', async () => {
    tab.starter.apply(HERE, ask('one'));
    const first = await question(0);
    tab.starter.leave(false);
    tab.show('/drive/two');
    const next = { origin: COLAB, path: '/drive/two' };
    tab.starter.apply(next, ask('one'));
    first.answer('unanswered');
    (await question(1)).answer('once');
    await vi.waitFor(() =>
      expect(tab.said).toEqual([
        { to: 'worker', type: 'consent-given', place: next, linkId: 'one', remember: false },
      ]),
    );
  });
});
