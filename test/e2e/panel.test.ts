import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/command.mjs';
import type { TabState } from '../../src/wire/pushed-state.ts';
import { seriousFaults } from '../support/axe.ts';
import { FakeSession } from '../support/fake-session.ts';
import { COLAB, useBrowser } from '../support/open-notebook.ts';
import {
  ASKING_VIEW,
  BUSY_VIEW,
  CLAUDE,
  CURSOR,
  entriesUpTo,
  entryOf,
  HOSTILE,
  linkOf,
  tabStateOf,
} from '../support/panel-states.ts';

const PICTURES = join(projectRoot, 'test-results', 'panel');
const SIZE = { width: 400, height: 900 };

/** The panel as people see it, in front of a session that is played: every state can be had at will. */
describe('the panel', () => {
  const opened = useBrowser();
  let page: Page;
  let panel: Page;
  let tab: number;

  beforeAll(async () => {
    await mkdir(PICTURES, { recursive: true });
  });
  beforeEach(async () => {
    page = await opened().newPage();
    await page.goto(`${COLAB}/drive/panel`);
    const worker = await opened().browser.serviceWorker();
    tab = await worker.evaluate(
      async (url) => (await chrome.tabs.query({ url }))[0]?.id ?? -1,
      `${COLAB}/drive/panel`,
    );
    panel = await opened().newPage();
    await panel.setViewportSize(SIZE);
  });
  afterEach(async () => {
    expect(opened().problems.found).toEqual([]);
    await panel.close();
    await page.close();
  });

  async function setState(state: TabState): Promise<void> {
    const worker = await opened().browser.serviceWorker();
    await worker.evaluate((items) => chrome.storage.session.set(items), { [`tabState:${tab}`]: state });
  }

  async function openPanel(): Promise<void> {
    const path = `src/ui/panel/panel.html?tab=${tab}`;
    await panel.goto(`chrome-extension://${opened().browser.extensionId}/${path}`);
  }

  const twoAgents = (): TabState => tabStateOf([linkOf(CLAUDE, tab, { busy: true }), linkOf(CURSOR, tab)]);

  const picture = (name: string): Promise<unknown> => panel.screenshot({ path: join(PICTURES, `${name}.png`) });

  async function pictures(name: string): Promise<void> {
    await panel.mouse.move(0, 0);
    await picture(name);
    await panel.emulateMedia({ colorScheme: 'dark' });
    await picture(`${name}-dark`);
    expect(await seriousFaults(panel)).toEqual([]);
    await panel.emulateMedia({ colorScheme: 'light' });
    await panel.setViewportSize({ width: 320, height: 900 });
    await picture(`${name}-narrow`);
    expect(await panel.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // At 200 % a panel of 400 pixels has 200 of its own.
    await panel.setViewportSize({ width: 200, height: 450 });
    await picture(`${name}-zoomed`);
    expect(await panel.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(200);
    await panel.setViewportSize(SIZE);
    expect(await seriousFaults(panel)).toEqual([]);
  }

  const choose = (name: string): Promise<void> => panel.getByRole('tab', { name }).click();

  it('says so where there is nothing to show, and what to do', async () => {
    await openPanel();
    await panel.getByText('No agent is connected to this notebook.').waitFor();
    await pictures('empty');
    await choose('Agents');
    await panel.getByText('No agent is connected to a notebook.').waitFor();
    await page.goto('about:blank');
    await panel.getByText('This tab is not a Colab notebook.').waitFor();
    await pictures('no-notebook');
  });

  it('shows two agents at work, each in every list', async () => {
    const session = await FakeSession.install(panel, { view: BUSY_VIEW, entries: entriesUpTo(40) });
    await setState(twoAgents());
    await openPanel();
    await panel.getByText('Claude Code is running cell 7.').waitFor();
    await panel.getByText('40 calls').waitFor();
    await pictures('activity');
    await choose('Changes');
    await panel.getByText('moved cell 2 to place 5').waitFor();
    await pictures('changes');
    await choose('Agents');
    await panel.getByRole('button', { name: 'Disconnect: Cursor' }).waitFor();
    await pictures('agents');
    await choose('Rules');
    await panel.getByRole('button', { name: 'Look' }).click();
    await panel.getByText('not possible').waitFor();
    await pictures('rules');
    expect(await session.done()).toEqual([]);
  });

  it('asks, shows what is asked for, and carries the answer', async () => {
    const session = await FakeSession.install(panel, { view: ASKING_VIEW, entries: entriesUpTo(3) });
    await setState(twoAgents());
    await openPanel();
    await panel.getByText('Claude Code wants to run this cell.').waitFor();
    await pictures('needs-you');
    const proposal = panel.getByRole('article', { name: 'Cursor suggests a change of cell 3' });
    expect(await proposal.locator('del').allTextContents()).toContain('SGD');
    expect((await proposal.locator('ins').allTextContents()).join()).toContain('zero_grad');
    await proposal.getByRole('button', { name: 'Reject' }).click();
    await proposal.getByRole('textbox').fill('SGD is what the exercise asks for');
    await proposal.scrollIntoViewIfNeeded();
    await picture('reject');
    await proposal.getByRole('button', { name: 'Reject it' }).click();
    await panel.getByRole('button', { name: 'Allow for this session' }).click();
    await expect.poll(() => session.done()).toEqual([
      ['decide', 'proposal-1', { verdict: 'reject', comment: 'SGD is what the exercise asks for' }],
      ['answer', 'question-1', 'session'],
    ]);
  });

  it('shows hostile names and texts as text', async () => {
    const agent = { id: 'link-evil', name: HOSTILE, colour: 2 };
    const question = { ...ASKING_VIEW.questions[0], id: 'q', agent, wish: HOSTILE, askedAt: 0 };
    await FakeSession.install(panel, {
      view: {
        ...BUSY_VIEW,
        agents: [agent],
        questions: [
          { ...question, cells: [{ cellId: 'c', place: null, kind: 'code', text: HOSTILE, isCut: false }] },
        ],
        changes: [{ number: 1, agent, sentence: HOSTILE, cellId: 'c', at: 0, state: 'done' }],
      },
      entries: [entryOf(1, { agent, name: HOSTILE, outcome: 'internal', error: HOSTILE })],
    });
    await setState(tabStateOf([linkOf(agent, tab, { phase: 'retrying', detail: HOSTILE })]));
    await openPanel();
    await panel.getByText('1 call', { exact: true }).waitFor();
    await panel.locator('.timeline .row').click();
    await panel.getByText('Asked').waitFor();
    await pictures('hostile');
    for (const name of ['Changes', 'Agents']) {
      await choose(name);
      await pictures(`hostile-${name.toLowerCase()}`);
    }
    expect(await panel.locator('img').count()).toBe(0);
    expect(await panel.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(await panel.locator('body').textContent()).not.toMatch(/[\u202a-\u202e]/);
  });

  it('exports', async () => {
    const entries = entriesUpTo(1_234);
    await FakeSession.install(panel, { view: BUSY_VIEW, entries });
    await setState(twoAgents());
    await openPanel();
    const download = panel.waitForEvent('download');
    await panel.getByRole('button', { name: 'Export JSON' }).click();
    const file = await (await download).path();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ entries });
  });
});
