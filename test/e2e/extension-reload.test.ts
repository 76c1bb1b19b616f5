import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import { callerOf, createAgent, objectIn, printed } from '../support/agent.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { NotebookTab } from '../support/notebook-tab.ts';
import { SCRATCH } from '../support/open-notebook.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import type { Playground } from '../support/playground.ts';
import { startTestPlayground } from '../support/playground.ts';

describe('a tab whose extension is reloaded or updated', () => {
  let playground: Playground;
  let browser: PlainBrowser;
  let bridge: RunningBridge;

  beforeAll(async () => {
    playground = await startTestPlayground();
    browser = await PlainBrowser.launch({ playground });
    bridge = await startBridge({ colabUrl: SCRATCH });
  });
  afterAll(async () => {
    await bridge?.close();
    await browser?.close();
    await playground?.close();
  });

  /** The hosts of everything that is drawn, beside the elements of Colab. */
  const drawnIn = async (targetId: string): Promise<string[]> => {
    const ids = '[...document.documentElement.children, ...document.body.children].map(({ id }) => id)';
    const text = await browser.evaluate(targetId, `${ids}.filter((id) => id.startsWith('cellwire')).join()`);
    return String(text).split(',').filter(Boolean);
  };
  const page = async (): Promise<string> => {
    const shown = (await browser.targets('page')).find(({ url }) => url === SCRATCH);
    if (!shown) throw new Error('No tab shows the notebook.');
    return shown.targetId;
  };

  /** Everything that nobody caught in this page, from now on. */
  const thrownIn = async (targetId: string): Promise<unknown[]> => {
    const attached = await browser.cdp.send('Target.attachToTarget', { targetId, flatten: true });
    const sessionId = String(attached.sessionId);
    const thrown: unknown[] = [];
    browser.cdp.onEvent((event) => {
      if (event.sessionId === sessionId && event.method === 'Runtime.exceptionThrown')
        thrown.push(event.params);
    });
    await browser.cdp.send('Runtime.enable', {}, sessionId);
    return thrown;
  };

  it('is attached again by itself, in the page that lives on, and nothing is thrown there', async () => {
    expect(await bridge.connect((link) => browser.open(link))).toBe(true);
    const agent = createAgent(callerOf(bridge.client));
    const targetId = await page();
    const thrown = await thrownIn(targetId);
    const { id } = objectIn(await agent.use('get_status'), 'notebook');
    const born = await browser.evaluate(targetId, 'performance.timeOrigin');
    // Twice: the one that hands on is always the first that was there.
    for (const round of [1, 2]) {
      const cellId = await agent.addCode(`round = ${round}`);
      await browser.reloadExtension();
      expect(await agent.use('get_status')).toMatchObject({ connected: true });
      await agent.use('update_cell', { cellId, content: `print('round', ${round})` });
      expect(printed(await agent.use('execute_cell', { cellId }))).toBe(`round ${round}\n`);
      // What the version before drew is gone.
      const drawn = await drawnIn(targetId);
      expect(drawn).not.toEqual([]);
      expect(drawn).toEqual([...new Set(drawn)]);
    }
    expect(await browser.evaluate(targetId, 'performance.timeOrigin')).toBe(born);
    // A scratch notebook is known by its tab.
    expect(objectIn(await agent.use('get_status'), 'notebook')).toMatchObject({ id, cells: 3 });
    expect(thrown).toEqual([]);
  });

  it('ends what was under way, saying that it may have been done; the cell runs on, and is read', async () => {
    const agent = createAgent(callerOf(bridge.client));
    const cellId = await agent.addCode(
      'import time\nfor i in range(100):\n    print(i)\n    time.sleep(0.3)',
    );
    let ended: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      const run = { name: 'execute_cell', arguments: { cellId } };
      ended = bridge.client.callTool(run, { onprogress: () => begun() });
    });
    await browser.reloadExtension();
    const answer = await createAgent(() => ended).ask('execute_cell');
    expect(objectIn(answer.data, 'error')).toMatchObject({
      kind: 'lost',
      message: expect.stringContaining('the call may have been carried out in part or in full'),
    });
    const output = async (): Promise<string> =>
      JSON.stringify(await agent.use('get_cells', { cellIds: [cellId], includeOutputs: true }));
    const atFirst = await output();
    await expect.poll(output).not.toBe(atFirst);
    await agent.use('interrupt_execution');
  });

  it('keeps what the user said of it', async () => {
    const tab = new NotebookTab(browser);
    await tab.setPolicy({ ...ALLOW_ALL, paused: true });
    const agent = createAgent(callerOf(bridge.client));
    const isPaused = async (): Promise<boolean> => (await agent.ask('get_status')).text.includes('paused');
    expect(await isPaused()).toBe(true);
    await browser.reloadExtension();
    expect(await isPaused()).toBe(true);
    await tab.setPolicy(ALLOW_ALL);
    expect(await isPaused()).toBe(false);
  });

  it('shows nothing of it any more when it is switched off, and what the page does then reaches nobody', async () => {
    const targetId = await page();
    const thrown = await thrownIn(targetId);
    // The session that was just attached again draws when it has heard how things stand.
    await expect.poll(() => drawnIn(targetId)).not.toEqual([]);
    await browser.switchOffExtension();
    await expect.poll(() => drawnIn(targetId)).toEqual([]);
    await browser.evaluate(
      targetId,
      `history.pushState(null, '', '/drive/another'), dispatchEvent(new Event('resize'))`,
    );
    expect(thrown).toEqual([]);
  });
});
