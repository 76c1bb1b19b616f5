import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TabLink } from '../../../background/tab-links.ts';
import type { BrowserWish } from '../../../src/wire/messages.ts';
import { notebookIdOf } from '../../../src/wire/notebook-id.ts';
import { MINE, ORIGIN, OTHER, OTHER_TAB, SCRATCH, TAB } from './link-steps.ts';
import { link, popup, sessionOf, WorkerRig } from './worker-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const urlOf = ({ origin, path }: typeof MINE): string => origin + path;
const THIRD_TAB = 9;

let worker: WorkerRig;
let linkId: string;

beforeEach(async () => {
  worker = await WorkerRig.start();
  worker.tabs.set(TAB, urlOf(MINE)).set(OTHER_TAB, `${urlOf(OTHER)}?authuser=1#scrollTo=x`);
  linkId = await worker.asked(sessionOf(TAB));
  await worker.say(
    { to: 'worker', type: 'consent-given', place: MINE, linkId, remember: false },
    sessionOf(TAB),
  );
  worker.shown = { place: MINE, hasSessionScript: true };
});

const wish = (wanted: BrowserWish, of = linkId): Promise<unknown> =>
  worker.say({ to: 'worker', type: 'link-wishes', linkId: of, wish: wanted }, link());
const answer = (isAllowed: boolean, tabId = TAB): Promise<unknown> =>
  worker.say({ to: 'worker', type: 'others-answered', linkId, isAllowed }, sessionOf(tabId));
const links = async (): Promise<TabLink[]> =>
  (await fakeBrowser.storage.session.get<{ links: TabLink[] }>()).links;
const list: BrowserWish = { kind: 'list', others: true };
const own = {
  ...{ notebookId: notebookIdOf(MINE, TAB), name: 'Title 7', url: urlOf(MINE) },
  ...{ linkId: expect.any(String), agents: ['Tester'] },
};
const other = {
  ...{ notebookId: notebookIdOf(OTHER, OTHER_TAB), name: 'Title 8', url: urlOf(OTHER) },
  ...{ linkId: null, agents: [] },
};

describe('which notebooks are open', () => {
  it('is told of those that are connected, without a question', async () => {
    worker.toTabs.length = 0;
    expect(await wish({ kind: 'list', others: false })).toEqual({ tabs: [own], others: null });
    expect(worker.toTabs).toEqual([]);
  });

  it('is told of others only after a yes of the tab that was asked', async () => {
    expect(await wish(list)).toEqual({ tabs: [own], others: 'unanswered' });
    expect(worker.toTabs.at(-1)?.slice(0, 2)).toMatchObject([
      TAB,
      { type: 'decisions', decisions: { attach: [], ask: [], askOthers: [{ linkId, agent: 'Tester' }] } },
    ]);
    await answer(true, OTHER_TAB);
    expect(await wish(list)).toMatchObject({ tabs: [own], others: 'unanswered' });
    await answer(true);
    expect(await wish(list)).toEqual({ tabs: [own, other], others: 'shown' });
  });

  it('is not told after a no, nor asked again', async () => {
    await wish(list);
    await answer(false);
    worker.toTabs.length = 0;
    expect(await wish(list)).toEqual({ tabs: [own], others: 'refused' });
    expect(worker.toTabs).toEqual([]);
    // Nobody was asked since.
    await answer(true);
    expect(await wish(list)).toMatchObject({ others: 'refused' });
  });

  it('is no answer to a question that nobody asked', async () => {
    await answer(true);
    expect(await wish(list)).toMatchObject({ others: 'unanswered' });
  });

  it('is nothing for a server that the user has sent away, nor for a content script to ask', async () => {
    const asked = { to: 'worker', type: 'link-wishes', linkId, wish: list };
    expect(await worker.say(asked, sessionOf(TAB))).toBeUndefined();
    await worker.say({ to: 'worker', type: 'popup-disconnect', linkId }, popup());
    await expect(wish(list)).rejects.toThrow('not there any more');
  });
});

describe('a tab that is to be attached', () => {
  const attach: BrowserWish = { kind: 'attach', notebookId: other.notebookId };

  it('is not found as long as the user has not let the server see it', async () => {
    expect(await wish(attach)).toEqual({ answer: 'not-found' });
    expect(await links()).toHaveLength(1);
  });

  it('gets a link to the same server, without a socket until the user has agreed there', async () => {
    await wish(list);
    await answer(true);
    worker.shown = { place: OTHER, hasSessionScript: false };
    const begun = await wish(attach);
    const [, made] = await links();
    expect(begun).toEqual({ answer: 'begun', linkId: made?.linkId });
    expect(made).toMatchObject({ tabId: OTHER_TAB, allowed: null, question: OTHER, refused: null });
    expect(made?.credentials).toEqual((await links())[0]?.credentials);
    expect(worker.toTabs.at(-1)?.slice(0, 2)).toMatchObject([
      OTHER_TAB,
      { decisions: { ask: [{ linkId: made?.linkId, agent: 'Tester' }] } },
    ]);
    expect(worker.done).toEqual([`front ${OTHER_TAB}`, 'window 3']);
    expect(worker.opened).toEqual([linkId]);
    // Asked again, it is the same question, and the user's eyes are left where they are.
    expect(await wish(attach)).toEqual(begun);
    expect(worker.done).toHaveLength(2);
    const consent = { to: 'worker', type: 'consent-given', place: OTHER, remember: false };
    await worker.say({ ...consent, linkId: made?.linkId }, sessionOf(OTHER_TAB, urlOf(OTHER)));
    expect(worker.opened).toEqual([linkId, made?.linkId]);
  });

  it('cannot be one that does not answer', async () => {
    await wish(list);
    await answer(true);
    worker.shown = null;
    expect(await wish(attach)).toEqual({ answer: 'unreachable' });
  });

  it('is asked also where it shows a scratch notebook', async () => {
    worker.tabs.set(OTHER_TAB, urlOf(SCRATCH));
    await wish(list);
    await answer(true);
    worker.shown = { place: SCRATCH, hasSessionScript: true };
    await wish({ kind: 'attach', notebookId: notebookIdOf(SCRATCH, OTHER_TAB) });
    expect(worker.opened).toEqual([linkId]);
    expect((await links())[1]).toMatchObject({ question: SCRATCH });
  });
});

describe('an address that is to be opened', () => {
  it('is a new tab at that address alone, which finds its link when it starts', async () => {
    const url = `${ORIGIN}/github/some/one/blob/main/n.ipynb`;
    const begun = await wish({ kind: 'open', url });
    expect(worker.done).toEqual([`create ${url}`]);
    const [, made] = await links();
    expect(begun).toEqual({ answer: 'begun', linkId: made?.linkId });
    expect(made?.tabId).toBe(THIRD_TAB);
    const place = { origin: ORIGIN, path: '/github/some/one/blob/main/n.ipynb' };
    const started = { to: 'worker', type: 'tab-started', place, hasSessionScript: true, isNewTab: true };
    expect(
      await worker.say({ ...started, credentials: null, agent: null }, sessionOf(THIRD_TAB, url)),
    ).toMatchObject({ attach: [], ask: [{ linkId: made?.linkId }] });
  });

  it('is the tab that shows it already', async () => {
    worker.shown = { place: OTHER, hasSessionScript: true };
    await wish({ kind: 'open', url: urlOf(OTHER) });
    expect(worker.done).toEqual([`front ${OTHER_TAB}`, 'window 3']);
  });

  it.each([
    'http://colab.research.google.com/drive/1',
    'https://colab.research.google.com:8443/drive/1',
    'https://colab.research.google.com.evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
    'chrome://settings',
    'nonsense',
  ])('is of Colab, and of nobody else: %s', async (url) => {
    expect(await wish({ kind: 'open', url })).toEqual({ answer: 'not-found' });
    expect(worker.done).toEqual([]);
    expect(await links()).toHaveLength(1);
  });
});

it('a tab that is left has no link any more, and people are told who left', async () => {
  const left = { to: 'worker', type: 'link-left', linkId };
  expect(await worker.say(left, link())).toBe(true);
  // It is told again where nobody answered.
  expect(await worker.say(left, link())).toBe(true);
  expect(await links()).toEqual([]);
  expect(worker.opened).toEqual([]);
  const { 'tabState:7': state } = await fakeBrowser.storage.session.get('tabState:7');
  expect(state).toMatchObject({ links: [], left: ['Tester'] });
});
