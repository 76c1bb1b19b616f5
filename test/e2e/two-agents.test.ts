import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import type { Agent, Json } from '../support/agent.ts';
import { createAgent, listOf } from '../support/agent.ts';
import { press } from '../support/consent-card.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, useBrowser } from '../support/open-notebook.ts';
import { PanelUser } from '../support/panel-user.ts';

describe('two agents and a human in one notebook', () => {
  const opened = useBrowser();
  let servers: GoogleLikeServer[];
  let one: Agent;
  let two: Agent;
  let page: Page;
  let notebooks = 0;

  beforeEach(async () => {
    servers = [await GoogleLikeServer.start(), await GoogleLikeServer.start()];
    page = await opened().newPage();
    notebooks += 1;
    const [first, second] = servers;
    if (!first || !second) throw new Error('There are two.');
    await page.goto(`${COLAB}/notebooks/empty.ipynb?n=${notebooks}${first.fragment}`);
    await first.waitForTab();
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, second.fragment);
    await press(page, 'Allow once');
    await second.waitForTab();
    one = createAgent((name, args) => first.callTool(name, args));
    two = createAgent((name, args) => second.callTool(name, args));
    // Whatever happened until now is known.
    for (const agent of [one, two, one]) await agent.use('get_status');
  });
  afterEach(async () => {
    await page.close();
    for (const server of servers) await server.close();
  });

  const noticesIn = ({ notices = [] }: Json): unknown => notices;

  /** The next results of both, twice: what is told is told once. */
  async function told(): Promise<{ one: unknown; two: unknown }> {
    const first = {
      one: noticesIn(await one.use('get_status')),
      two: noticesIn(await two.use('get_status')),
    };
    const again = [await one.use('get_status'), await two.use('get_status')].map(noticesIn);
    expect(again).toEqual([[], []]);
    return first;
  }

  it('tells each of them once what the other did', async () => {
    const cellId = await one.addCode('x = 1');
    expect(await told()).toEqual({
      one: [],
      two: [`An agent by Google's server added cell ${cellId}.`],
    });
    await two.use('get_cells');
    await one.use('update_cell', { cellId, content: 'x = 2' });
    await two.use('execute_cell', { cellId });
    expect(await told()).toMatchObject({
      one: [`An agent by Google's server (2) ran cell ${cellId}: it ended without an error.`],
    });
    expect(listOf((await one.use('get_cells')).cells)).toMatchObject([{}, { id: cellId }]);
  });

  it('refuses an edit of what was changed since it was read', async () => {
    const cellId = await one.addCode('x = 1');
    await two.use('get_cells');
    await one.use('update_cell', { cellId, content: 'x = 2' });
    expect(await two.fail('update_cell', { cellId, content: 'x = 3' })).toMatchObject({ kind: 'conflict' });
    expect(await two.fail('delete_cell', { cellId })).toMatchObject({ kind: 'conflict' });
    expect(await two.fail('move_cell', { cellId, cellIndex: 0 })).toMatchObject({ kind: 'conflict' });
    expect((await two.fail('edit_cell', { cellId, find: 'x', replace: 'y' })).message).toContain(
      '```\nx = 2\n```',
    );
    expect(await one.sources()).toContain('x = 2');
  });

  /** Colab's own keys: Ctrl+M, then a letter. */
  async function command(letter: string): Promise<void> {
    await page.keyboard.press('Control+m');
    await page.keyboard.press(letter);
  }

  async function focus(cellId: string): Promise<void> {
    await page
      .locator(`[id="cell-${cellId}"] .cm-content, [id="cell-${cellId}"] .lazy-virtualized`)
      .first()
      .click();
  }

  async function cellIds(agent: Agent): Promise<string[]> {
    return listOf((await agent.use('get_cells')).cells).map(({ id }) => String(id));
  }

  const both = (...notices: unknown[]) => ({ one: notices, two: notices });

  it('tells both once what the human did: edit, add, move, delete, run, stop, restart', async () => {
    const cellId = await one.addCode('x = 1');
    const other = await one.addCode('import time\ntime.sleep(60)');
    await told();

    await focus(cellId);
    await page.keyboard.press('End');
    await page.keyboard.type('00');
    expect(await told()).toEqual(both(`The user edited cell ${cellId}.`));
    expect(await one.sources()).toContain('x = 100');

    const before = await cellIds(one);
    await command('b');
    await expect.poll(async () => (await cellIds(one)).length).toBe(before.length + 1);
    const added = (await cellIds(one)).find((id) => !before.includes(id));
    // Looking for it has told one of them already: that was the once.
    expect((await told()).two).toEqual([`The user added cell ${added}.`]);
    await command('k');
    expect(await told()).toEqual(both(`The user moved cell ${added}.`));
    await command('d');
    expect(await told()).toEqual(both(`The user deleted cell ${added}.`));
    expect(await two.fail('update_cell', { cellId: added, content: '' })).toMatchObject({
      kind: 'not_found',
      message: `The cell "${added}" was deleted by the user.`,
    });

    await focus(cellId);
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await one.use('get_run')).startedBy).toBe('user');
    await expect.poll(async () => (await one.use('get_run')).status).toBe('ok');
    expect((await told()).two).toEqual([`The user ran cell ${cellId}: it ended without an error.`]);

    const run = one.use('execute_cell', { cellId: other });
    await page.locator('.cell.running').waitFor();
    await command('i');
    const ended = await run;
    expect(ended).toMatchObject({ status: 'interrupted', reason: 'It was stopped by the user.' });
    const stopped = `The user stopped ${ended.runId} of An agent by Google's server (cell ${other}).`;
    expect(noticesIn(ended)).toEqual([stopped.replace('of An', 'of an')]);
    expect(await told()).toEqual({ one: [], two: [stopped.replace('of An', 'of an')] });

    await command('.');
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('The session was restarted.').waitFor();
    expect(await told()).toEqual(
      both('The runtime was restarted: variables are gone, cells have to be run again.'),
    );
  });

  it('tells the one by whom its run was stopped', async () => {
    const cellId = await one.addCode('import time\ntime.sleep(60)');
    const run = one.use('execute_cell', { cellId });
    await page.locator('.cell.running').waitFor();
    const behind = await one.addCode('1');
    const waiting = one.use('execute_cell', { cellId: behind });
    // What two agents ask for comes over two sockets: in which order, only the tab can tell.
    const newest = async () => listOf((await two.use('list_runs')).runs)[0]?.cellId;
    await expect.poll(newest).toBe(behind);
    await two.use('interrupt_execution');
    expect(await run).toMatchObject({
      status: 'interrupted',
      startedBy: "an agent by Google's server",
      reason: "It was stopped by an agent by Google's server (2).",
    });
    expect((await waiting).reason).toContain("stopped by an agent by Google's server (2)");
  });

  it('tells both once of a reload, a pause and another policy', async () => {
    const cellId = await one.addCode('x = 1');
    await told();
    await page.reload();
    const reloaded = expect.stringContaining('The page was reloaded');
    expect(await told()).toEqual(both(reloaded));
    expect((await one.fail('update_cell', { cellId, content: 'x = 2' })).kind).toMatch(/conflict|not_found/);

    await page.bringToFront();
    const worker = await opened().browser.serviceWorker();
    const tabId = await worker.evaluate(
      async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? -1,
    );
    const own = await opened().newPage();
    await own.goto(`chrome-extension://${opened().browser.extensionId}/src/ui/popup/popup.html?tab=${tabId}`);
    const user = await PanelUser.watch(own, tabId);
    await user.act('setPaused', true);
    const paused = 'The user paused agents in this notebook.';
    for (const agent of [one, two]) {
      const { isError, data } = await agent.ask('get_status');
      expect([isError, data.notices]).toEqual([true, [paused]]);
      expect((await agent.ask('get_status')).data.notices).toBeUndefined();
    }
    await user.act('setPaused', false);
    expect(await told()).toEqual(both('The user resumed agents in this notebook.'));
    const verdicts = { ...DEFAULT_POLICY.verdicts, run: 'ask', edit: 'propose' } as const;
    await own.evaluate((message) => chrome.runtime.sendMessage(message), {
      ...{ to: 'worker', type: 'popup-policy', tabId, policy: { paused: false, verdicts } },
    });
    expect(await told()).toEqual(
      both(
        'The user changed what agents may do in this notebook. Edit: the user sees every change first and decides; run: the user is asked each time.',
      ),
    );
    await own.close();
  });
});
