import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import { usePanel } from '../support/panel.ts';
import {
  ASKING_VIEW,
  BUSY_VIEW,
  CLAUDE,
  CURSOR,
  entriesUpTo,
  entryOf,
  linkOf,
  tabStateOf,
} from '../support/panel-states.ts';

declare global {
  var said: unknown[];
}

describe('using the panel', () => {
  const panel = usePanel();

  it('exports every call, also those that it had not fetched', async () => {
    const entries = entriesUpTo(1_234);
    await panel().install({ view: BUSY_VIEW, entries });
    await panel().setState(panel().twoAgents());
    await panel().open();
    const download = panel().page.waitForEvent('download');
    await panel().page.getByRole('button', { name: 'Export JSON' }).click();
    const file = await (await download).path();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ entries });
  });

  it('finds calls by agent, kind, outcome and text, among all there are', async () => {
    await panel().install({ view: BUSY_VIEW, entries: entriesUpTo(1_000) });
    await panel().setState(panel().twoAgents());
    await panel().open();
    await panel().page.getByText('1,000 calls').waitFor();
    await panel().page.getByLabel('Agent', { exact: true }).selectOption('Cursor');
    await panel().page.getByText('333 of 1,000 calls', { exact: true }).waitFor();
    await panel().page.getByLabel('Kind of call').selectOption('Edit');
    // Every third is Cursor's, and of those one in two reads.
    await panel().page.getByText('0 of 1,000 calls', { exact: true }).waitFor();
    await panel().page.getByText('No call fits this filter.').waitFor();
    await panel().picture('nothing-found');
    await panel().page.getByLabel('Kind of call').selectOption('All kinds');
    await panel().page.getByLabel('Only errors').check();
    await panel().page.getByText('47 of 1,000 calls', { exact: true }).waitFor();
    await panel().page.getByLabel('Search calls').fill('cell 4 ');
    await panel().page.getByText('0 of 1,000 calls', { exact: true }).waitFor();
  });

  it('lets nothing move under the pointer, and nothing take a click that was meant for something else', async () => {
    const session = await panel().install({ view: BUSY_VIEW, entries: entriesUpTo(30) });
    await panel().setState(panel().twoAgents());
    await panel().open();
    const row = panel().page.locator('[data-number="27"]');
    await row.hover();
    const before = await row.boundingBox();
    await session.push({ type: 'entries', entries: [entryOf(31), entryOf(32)], total: 32 });
    const more = panel().page.getByRole('button', { name: 'Show 2 new' });
    await more.waitFor();
    expect(await row.boundingBox()).toEqual(before);
    await panel().page.mouse.move(5, 5);
    await panel().page.locator('[data-number="32"]').waitFor();
    expect(await more.count()).toBe(0);
    // A question pushes all else down: for a moment nothing there can be clicked.
    const clickable = await panel().page.evaluate(async (view) => {
      const allow = (): HTMLButtonElement | undefined =>
        [...document.querySelectorAll('button')].find((one) => one.textContent === 'Allow once');
      const hit = (): boolean => {
        const box = allow()?.getBoundingClientRect();
        return box !== undefined && document.elementFromPoint(box.x + 5, box.y + 5) === allow();
      };
      const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
      globalThis.fakeSession.post({ type: 'view', view });
      // As soon as it is there, however slow the machine is.
      while (!allow()) await frame();
      const atOnce = hit();
      while (!hit()) await frame();
      return { atOnce, later: hit() };
    }, ASKING_VIEW);
    expect(clickable).toEqual({ atOnce: false, later: true });
  });

  it('can be used with the keyboard alone, and keeps the focus when lists change', async () => {
    const session = await panel().install({ view: ASKING_VIEW, entries: entriesUpTo(300) });
    await panel().setState(panel().twoAgents());
    await panel().open();
    await panel().page.getByText('300 calls').waitFor();
    const focused = (): Promise<string> =>
      panel().page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
    const tabTo = async (wanted: string | RegExp): Promise<void> => {
      for (let count = 0; count < 40; count++) {
        await panel().page.keyboard.press('Tab');
        if ((await focused()).match(wanted)) return;
      }
      throw new Error(`Tab never came to ${wanted}.`);
    };
    await tabTo('Pause');
    await tabTo('Stop');
    await tabTo(/^Allow once$/);
    await panel().page.keyboard.press('Enter');
    await expect.poll(() => session.done()).toEqual([['answer', 'question-1', 'once']]);
    // Its card goes, and the focus goes to where it was, not out of the page and not to the next answer.
    await session.push({ type: 'view', view: { ...ASKING_VIEW, questions: [] } });
    await expect.poll(focused).toBe('Needs you');
    await tabTo(/^Reject$/);
    await panel().page.keyboard.press('Enter');
    await panel().page.keyboard.type('not now');
    await tabTo('Reject it');
    await panel().page.keyboard.press('Space');
    await session.push({ type: 'view', view: BUSY_VIEW });
    await expect.poll(focused).toBe('Claude Code is running cell 7.');
    await tabTo('Activity');
    await panel().page.keyboard.press('ArrowRight');
    await expect.poll(focused).toMatch('Changes');
    await panel().page.keyboard.press('ArrowLeft');
    await tabTo(/^Claude Code added code cell|^Cursor/);
    await panel().page.keyboard.press('ArrowDown');
    await panel().page.keyboard.press('Enter');
    const current = (): Promise<string | null | undefined> =>
      panel().page.evaluate(() => document.activeElement?.getAttribute('data-number'));
    expect(await current()).toBe('299');
    await panel().page.getByText('#299').waitFor();
    // What comes above leaves it where it is; so does what is far away.
    await session.push({ type: 'entries', entries: [entryOf(301)], total: 301 });
    await panel().page.getByRole('button', { name: 'Show 1 new' }).waitFor();
    expect(await current()).toBe('299');
    await panel().page.keyboard.press('End');
    await expect.poll(current).toBe('101');
    // The earlier ones are fetched by the way.
    await panel().page.locator('.timeline li[aria-setsize="300"]').first().waitFor();
    await panel().page.keyboard.press('End');
    await expect.poll(current).toBe('1');
    await panel().page.mouse.wheel(0, -100_000);
    await expect.poll(() => panel().page.evaluate(() => scrollY)).toBe(0);
    expect(await current()).toBe('1');
    await panel().page.keyboard.press('Home');
    await expect.poll(current).toBe('300');
    expect(await session.done()).toHaveLength(2);
  });

  it('tells the worker which rules hold where, and which agent is wanted again', async () => {
    const session = await panel().install({ view: BUSY_VIEW });
    await panel().page.addInitScript(() => {
      globalThis.said = [];
      const sendMessage = async (message: unknown): Promise<boolean> => globalThis.said.push(message) > 0;
      Object.assign(chrome.runtime, { sendMessage });
    });
    const { page, tabId } = panel();
    const links = [linkOf(CLAUDE, tabId, { refused: 'disconnected' }), linkOf(CURSOR, tabId)];
    await panel().setState(tabStateOf(links, { isDefaultPolicy: false }));
    await panel().open();
    await panel().choose('Rules');
    await page.getByLabel('Edit').selectOption('Show me every edit first');
    await page.getByRole('button', { name: 'Follow the default again' }).click();
    await page.getByText('By default').click();
    await page.getByLabel('Secrets').selectOption('Ask me each time');
    await panel().choose('Agents');
    await page.getByRole('button', { name: 'Connect again: Claude Code' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect.poll(() => session.done()).toEqual([['stop']]);
    const { verdicts } = ALLOW_ALL;
    const own = { ...ALLOW_ALL, verdicts: { ...verdicts, edit: 'propose' } };
    await expect
      .poll(() => page.evaluate(() => globalThis.said))
      .toEqual([
        { to: 'worker', type: 'popup-policy', tabId, policy: own },
        { to: 'worker', type: 'popup-policy', tabId, policy: null },
        { to: 'worker', type: 'default-policy', verdicts: { ...verdicts, secrets: 'ask' } },
        { to: 'worker', type: 'popup-allow', linkId: CLAUDE.id },
      ]);
  });
});
