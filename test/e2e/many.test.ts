import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agent, Json } from '../support/agent.ts';
import { callerOf, createAgent, listOf, printed } from '../support/agent.ts';
import { isAtLength } from '../support/at-length.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { ClosedRoot } from '../support/closed-root.ts';
import { CONSENT_CARD, press } from '../support/consent-card.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { openPopup, tabIdOf } from '../support/popup-page.ts';

/** At length, a thousand calls. */
const ROUNDS = isAtLength ? 28 : 4;

const ATTACH = 'attach_notebook';

interface Running {
  bridge: RunningBridge;
  agent: Agent;
}

async function start(clientName: string): Promise<Running> {
  const bridge = await startBridge({ colabUrl: SCRATCH, clientName });
  return { bridge, agent: createAgent(callerOf(bridge.client, 120_000)) };
}

/** The link that a bridge shows, behind the address of any notebook. */
async function fragment({ agent }: Running): Promise<string> {
  const { next } = await agent.fail('get_status');
  return new URL(/https:\S+/.exec(next)?.[0] ?? '').hash;
}

const idIn = ({ notebook }: Json): string => String(Object(notebook).id);

describe('two bridges and three tabs', () => {
  const opened = useBrowser();
  const NOTEBOOKS = [SCRATCH, `${COLAB}/drive/many-1`, `${COLAB}/github/many/two/blob/main/n.ipynb`];
  let running: Running[];
  const pages: Page[] = [];
  /** By place in `NOTEBOOKS`. */
  const ids: string[] = [];

  beforeAll(async () => {
    running = [await start('One'), await start('Two')];
  });
  afterAll(async () => {
    for (const { bridge } of running) await bridge.close();
    for (const page of pages) await page.close();
  });

  it('are all connected with each other, each where the user has allowed it', async () => {
    const first = await opened().newPage();
    pages.push(first);
    const [one, two] = running;
    if (!one || !two) throw new Error('There are two.');
    expect(await one.bridge.connect((link) => first.goto(link))).toBe(true);
    ids.push(idIn(await one.agent.use('get_status')));
    for (const url of NOTEBOOKS.slice(1)) {
      // The first opens it in a tab of its own, without a link; the second finds the tab that is there.
      const next = opened().browser.context.waitForEvent('page');
      const attached = one.agent.use(ATTACH, { notebook: url });
      const page = await next;
      await press(page, 'Allow once');
      ids.push(idIn(await attached));
      expect(page.url()).toBe(url);
      pages.push(page);
    }
    const second = two.agent.use('open_colab_browser_connection');
    await first.evaluate(
      (hash) => {
        location.hash = hash;
      },
      await fragment(two),
    );
    // Nothing tells who has changed the address.
    await press(first, 'Allow once');
    expect(idIn(await second)).toBe(ids[0]);
    for (const [place, url] of NOTEBOOKS.entries()) {
      const page = pages[place];
      if (place === 0 || !page) continue;
      const attached = two.agent.use(ATTACH, { notebook: url });
      await press(page, 'Allow once');
      expect(idIn(await attached)).toBe(ids[place]);
    }
    expect(new Set(ids).size).toBe(3);
  });

  /** One agent at work in one notebook: six calls a round, each checked. Gives the texts that it has left there. */
  async function work({ agent }: Running, notebook: string, mark: string, rounds: number): Promise<string[]> {
    const left: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const word = `${mark}-${round}`;
      const text = `print("${word}" + " ran")`;
      const added = await agent.use('add_code_cell', {
        ...{ notebook, cellIndex: -1, language: 'python', code: `${text}  # new` },
      });
      const cellId = String(added.newCellId);
      await agent.use('update_cell', { notebook, cellId, content: text });
      expect(printed(await agent.use('execute_cell', { notebook, cellId }))).toBe(`${word} ran\n`);
      await agent.use('move_cell', { notebook, cellId, cellIndex: round % 2 });
      const found = await agent.use('search_notebook', { notebook, query: `"${word}"` });
      expect(listOf(found.matches).map(({ cellId: id }) => id)).toEqual([cellId]);
      const { notebook: status } = await agent.use('get_status', { notebook });
      expect(Object(status).id).toBe(notebook);
      left.push(text);
    }
    return left;
  }

  /** The texts of the cells that agents have left in a notebook. */
  async function texts({ agent }: Running, notebook: string): Promise<string[]> {
    const { cells } = await agent.use('get_cells', { notebook });
    return listOf(cells)
      .map(({ source }) => listOf(source).join(''))
      .filter((text) => text !== '');
  }

  it('changes of both are applied one after the other, and each is told of the other’s', async () => {
    const [one, two] = running;
    if (!one || !two) throw new Error('There are two.');
    const [notebook] = ids;
    for (const { agent } of [one, two, one]) await agent.use('get_status', { notebook });
    const add = async ({ agent }: Running, code: string): Promise<string> => {
      const args = { notebook, cellIndex: 0, language: 'python', code };
      return String((await agent.use('add_code_cell', args)).newCellId);
    };
    const added = await Promise.all(
      running.flatMap((each, number) => [0, 1, 2, 3].map((count) => add(each, `order = ${number}${count}`))),
    );
    const seen = await Promise.all(
      running.map(async ({ agent }) => {
        const { cells, notices } = await agent.use('get_cells', { notebook });
        return {
          cells: listOf(cells).map(({ id }) => String(id)),
          notices: listOf(notices ?? []).map(String),
        };
      }),
    );
    expect(seen[0]?.cells).toEqual(seen[1]?.cells);
    expect(new Set(seen[0]?.cells.slice(0, 8))).toEqual(new Set(added));
    // What came with the results of the adds themselves has been told already; nobody is told of its own.
    const [last] = added.slice(-1);
    await two.agent.use('update_cell', { notebook, cellId: last, content: 'order = "last"' });
    const { notices } = await one.agent.use('get_status', { notebook });
    expect(notices).toContain(`Two edited cell ${last}.`);
    expect(await one.agent.fail('update_cell', { notebook, cellId: last, content: 'x' })).toMatchObject({
      kind: 'conflict',
    });
    for (const cellId of added) {
      await one.agent.use('get_cells', { notebook });
      await one.agent.use('delete_cell', { notebook, cellId });
    }
  });

  it(`${6 * 6 * ROUNDS} mixed calls: 0 cross-talk; then one bridge is killed, and the other goes on untouched`, async () => {
    const expected = new Map<string, string[]>(ids.map((id) => [id, []]));
    await Promise.all(
      running.flatMap((one, number) =>
        ids.map(async (id, place) => {
          const left = await work(one, id, `b${number}t${place}`, ROUNDS);
          expected.get(id)?.push(...left);
        }),
      ),
    );
    const [one, two] = running;
    if (!one || !two) throw new Error('There are two.');
    for (const [id, left] of expected) {
      expect(left).toHaveLength(2 * ROUNDS);
      for (const each of running) expect((await texts(each, id)).sort()).toEqual([...left].sort());
    }

    const working = ids.map((id, place) => work(one, id, `after-t${place}`, 4));
    process.kill(two.bridge.pid, 'SIGKILL');
    for (const [place, left] of (await Promise.all(working)).entries()) {
      const id = ids[place] ?? '';
      expect((await texts(one, id)).sort()).toEqual([...(expected.get(id) ?? []), ...left].sort());
    }
    const { notebooks } = await one.agent.use('list_notebooks');
    expect(
      listOf(notebooks)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
    expect(opened().problems.found.filter((problem) => !/ERR_CONNECTION_REFUSED/.test(problem))).toEqual([]);
  }, 400_000);
});

describe('list, attach and detach', () => {
  const opened = useBrowser();
  let running: Running;
  let page: Page;
  let other: Page;
  let notebooks = 0;
  let url: string;

  beforeEach(async () => {
    notebooks += 1;
    url = `${COLAB}/drive/listed-${notebooks}`;
    running = await start('Lister');
    page = await opened().newPage();
    other = await opened().newPage();
    await other.goto(url);
    await other.locator('.notebook-cell-list').waitFor();
    expect(await running.bridge.connect((link) => page.goto(link))).toBe(true);
  });
  afterEach(async () => {
    await running.bridge.close();
    await page.close();
    await other.close();
  });

  const list = (): Promise<Json> => running.agent.use('list_notebooks');

  it('names no other notebook before the user has agreed, nor after a no', async () => {
    const before = await list();
    expect(before.message).toContain('has not answered yet');
    await page.locator(CONSENT_CARD).waitFor();
    const card = new ClosedRoot(page, CONSENT_CARD.slice(1));
    expect(await card.texts('h2')).toEqual(['May Lister see which other notebooks are open?']);
    expect((await card.texts('p')).join(' ')).toContain(
      'names and addresses of your other open Colab notebooks',
    );
    expect(await running.agent.fail(ATTACH, { notebook: 'nothing-like-it' })).toMatchObject({
      kind: 'user_action_required',
    });
    await press(page, 'Not now');
    await expect.poll(async () => (await list()).message).toContain('does not let you see');
    const after = await list();
    for (const listed of [before, after]) {
      expect(listed.others).toBeUndefined();
      expect(listOf(listed.notebooks)).toMatchObject([{ url: SCRATCH, isCurrent: true }]);
      expect(JSON.stringify(listed)).not.toContain('listed-');
    }
    // Asked once: the no holds, and no card stands there.
    expect(await page.locator(CONSENT_CARD).count()).toBe(0);
    expect(opened().problems.found).toEqual([]);
  });

  it('attaches one that is listed when the user lets it, and leaves it as the agent’s own wish', async () => {
    await list();
    await press(page, 'Allow');
    await expect.poll(async () => (await list()).others).toHaveLength(1);
    const [found] = listOf((await list()).others);
    expect(found).toMatchObject({ url, name: expect.stringMatching(/.\.ipynb$/) });
    const attached = running.agent.use(ATTACH, { notebook: found?.id });
    await press(other, 'Allow once');
    expect(await attached).toMatchObject({ connected: true, notebook: { id: found?.id, url } });
    // Calls that name none go there now; the first is still there.
    await running.agent.addCode('print("in the other")');
    expect(await other.getByText('in the other').count()).toBe(1);
    expect(await page.getByText('in the other').count()).toBe(0);
    const both = listOf((await list()).notebooks);
    expect(both.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);

    const tabId = await tabIdOf(other, opened().browser);
    const popup = await openPopup(tabId, opened().browser);
    await popup.getByText('Lister is connected.').waitFor();
    expect(await running.agent.use('detach_notebook')).toMatchObject({ detached: true, notebook: { url } });
    await popup.getByText('Lister ended the connection to this notebook.').waitFor();
    expect(await popup.getByText('by you').count()).toBe(0);
    expect(await running.agent.fail('get_cells')).toMatchObject({ kind: 'not_connected' });
    await other.reload();
    await other.locator('.notebook-cell-list').waitFor();
    expect(listOf((await list()).notebooks)).toHaveLength(1);
    expect(await running.agent.use('get_status', { notebook: both[0]?.id })).toMatchObject({
      connected: true,
    });
    await popup.close();
    expect(opened().problems.found).toEqual([]);
  });

  it('tells the user’s no to one that was to be attached, and goes on in the first', async () => {
    const told = running.agent.fail(ATTACH, { notebook: url });
    await press(other, 'Not now');
    expect(await told).toMatchObject({ kind: 'denied' });
    await running.agent.addCode('print("still here")');
    expect(await page.getByText('still here').count()).toBe(1);
    expect(await other.getByText('still here').count()).toBe(0);
  });

  it('does nothing in another notebook that the user shows in the same tab, until it is named', async () => {
    await running.agent.addCode('print("first")');
    await page.evaluate(() => history.pushState(null, '', '/drive/shown-instead'));
    await page.locator(CONSENT_CARD).waitFor();
    const args = { cellIndex: -1, language: 'python', code: 'print("astray")' };
    // One waits for the page when the user agrees, the other comes after it.
    const waiting = running.agent.fail('add_code_cell', args);
    await press(page, 'Allow once');
    expect(await waiting).toMatchObject({ kind: 'not_connected' });
    const { kind, message } = await running.agent.fail('add_code_cell', args);
    expect([kind, message]).toEqual(['not_connected', expect.stringContaining('/drive/shown-instead')]);
    expect(await page.getByText('astray').count()).toBe(0);
    const [shown] = listOf((await list()).notebooks);
    await running.agent.use('add_code_cell', { ...args, notebook: shown?.id });
    expect(await page.getByText('astray').count()).toBe(1);
  });

  it('opens a second scratch notebook beside the first', async () => {
    const next = opened().browser.context.waitForEvent('page');
    const { notebook } = await running.agent.use(ATTACH, { notebook: SCRATCH });
    const second = await next;
    expect(second.url()).toBe(SCRATCH);
    await running.agent.addCode('print("in the second")');
    expect(await second.getByText('in the second').count()).toBe(1);
    expect(await page.getByText('in the second').count()).toBe(0);
    expect(listOf((await list()).notebooks)).toHaveLength(2);
    expect(Object(notebook).url).toBe(SCRATCH);
    await second.close();
  });
});
