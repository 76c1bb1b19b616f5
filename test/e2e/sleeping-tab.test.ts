import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { asJson, callerOf, createAgent, listOf, printed } from '../support/agent.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { NotebookTab } from '../support/notebook-tab.ts';
import { SCRATCH } from '../support/open-notebook.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import type { Playground } from '../support/playground.ts';
import { startTestPlayground } from '../support/playground.ts';

/** The last number that the page has of its running cell, whether it has drawn it or not. */
const LAST_SHOWN = `(() => {
  const { model } = colab.global.notebook.cells.find((cell) => cell.isRunning());
  return [model.outputs.currentOutput.outputItems[0].text].flat().join('').trim().split('\\n').at(-1);
})()`;

/** Some pages scroll to what was inserted, and do so with the next frame: in a hidden tab, when the user is back. */
const SCROLLS_TO_NEW_CELLS = `new MutationObserver((records) => {
  for (const { addedNodes: [cell] } of records) {
    if (!cell?.matches?.('.cell')) continue;
    cell.scrollIntoView();
    requestAnimationFrame(() => cell.scrollIntoView());
  }
}).observe(document.querySelector('.notebook-cell-list'), { childList: true, subtree: true })`;
const SCROLL_TOP = "document.querySelector('#notebook-main').scrollTop";
const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

describe('a tab in the background', () => {
  let playground: Playground;
  let browser: PlainBrowser;
  let bridge: RunningBridge;
  let agent: Agent;
  let tab: NotebookTab;

  beforeAll(async () => {
    playground = await startTestPlayground();
    browser = await PlainBrowser.launch({ playground });
    tab = new NotebookTab(browser);
    bridge = await startBridge({ colabUrl: SCRATCH });
    agent = createAgent(callerOf(bridge.client));
    expect(await bridge.connect((link) => browser.open(link))).toBe(true);
  });
  afterAll(async () => {
    await bridge?.close();
    await browser?.close();
    await playground?.close();
  });

  it('that Chrome discards is attached again by itself when the user comes back, as the same notebook', async () => {
    const before = await agent.use('get_status');
    const { id } = asJson(await tab.tab);
    const discarded = await tab.discard();
    expect(discarded).not.toBe(id);
    expect(await tab.tab).toMatchObject({ id: discarded, discarded: true });
    await tab.show();
    const after = await agent.use('get_status');
    expect(after).toMatchObject({ connected: true, notebook: before.notebook });
    expect(await agent.addCode('print("back")')).toEqual(expect.any(String));
  });

  it('is read as it is now, and tells what is new as it comes, not when its timers run', async () => {
    await tab.show();
    const code = 'import asyncio\nfor i in range(100_000):\n    print(i)\n    await asyncio.sleep(0.05)';
    const { runId } = await agent.use('execute_cell', { cellId: await agent.addCode(code), wait: false });
    let { cursor } = await agent.use('get_run', { runId, waitSeconds: 50 });
    await tab.hide();
    const ticks = await tab.countTicks();

    for (let look = 0; look < 10; look++) {
      const lastShown = Number(await tab.evaluate(LAST_SHOWN));
      const { outputs } = await agent.use('get_run', { runId, tail: 1 });
      expect(Number(listOf(outputs)[0]?.text)).toBeGreaterThanOrEqual(lastShown);
    }

    // However slow the machine: what hangs on the page's timers never comes more often than they run.
    const ticksBefore = await ticks();
    let news = 0;
    for (let call = 0; call < 50 && news <= (await ticks()) - ticksBefore + 5; call++) {
      const run = await agent.use('get_run', { runId, cursor, waitSeconds: 20 });
      cursor = run.cursor;
      if (printed(run) !== '') news++;
    }
    expect(news).toBeGreaterThan((await ticks()) - ticksBefore + 3);

    // The link is its clock as well, and is made anew.
    await browser.inExtension('chrome.offscreen.closeDocument()');
    await agent.use('interrupt_execution');
    const end = await agent.use('get_run', { runId, waitSeconds: 50, until: 'end', tail: 1 });
    expect(end).toMatchObject({ status: 'interrupted' });
  });

  it('that is frozen lets no call wait for ever, and none is done twice', async () => {
    await tab.show();
    const before = await agent.sources();
    await tab.hide();
    const thaw = await tab.freeze();
    const ended = await Promise.all([
      agent.fail('add_code_cell', { cellIndex: 0, language: 'python', code: 'frozen = 1' }),
      agent.fail('get_cells'),
    ]);
    expect(ended).toMatchObject([{ kind: 'timeout' }, { kind: 'timeout' }]);
    const waiting = agent.use('get_cells');
    await thaw();
    await waiting;
    const now = await agent.sources();
    const added = now.filter((source) => source === 'frozen = 1');
    expect(added.length).toBeLessThanOrEqual(1);
    expect(now.length).toBe(before.length + added.length);
  });

  it('shows the user the same place afterwards, whatever an agent has added and the page has scrolled to', async () => {
    await tab.show();
    const cells = Array.from({ length: 30 }, (_, at) => ({ type: 'code', content: `x = ${at}` }));
    await agent.use('add_cells', { cells });
    // The place of before is kept for a moment, whoever scrolls.
    await pause(1_500);
    await tab.evaluate(`${SCROLL_TOP} = 300; ${DRAWN}`);
    const before = Number(await tab.evaluate(SCROLL_TOP));
    expect(before).toBeGreaterThan(0);
    await tab.evaluate(`${SCROLLS_TO_NEW_CELLS}; 0`);
    await tab.hide();
    await agent.addCode('unseen = 1');
    expect(Number(await tab.evaluate(SCROLL_TOP))).toBeGreaterThan(before);
    // Longer than anything is watched in a tab that is seen.
    await pause(3_000);
    await tab.show();
    await tab.evaluate(DRAWN);
    await expect.poll(async () => Number(await tab.evaluate(SCROLL_TOP))).toBe(before);
  });
});
