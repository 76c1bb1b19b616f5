import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, createAgent } from '../support/agent.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
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
    browser = await PlainBrowser.launch({ playgroundPort: playground.port });
    bridge = await startBridge({ colabUrl: SCRATCH });
  });
  afterAll(async () => {
    await bridge?.close();
    await browser?.close();
    await playground?.close();
  });

  it('shows nothing of it any more, and nothing is thrown there', async () => {
    let targetId = '';
    expect(
      await bridge.connect(async (link) => {
        targetId = await browser.open(link);
      }),
    ).toBe(true);
    const agent = createAgent(callerOf(bridge.client));
    const cellId = await agent.addCode('import time\nfor i in range(8):\n    print(i)\n    time.sleep(0.5)');
    const { runId } = await agent.use('execute_cell', { cellId, timeoutSeconds: 1 });
    expect(runId).toEqual(expect.any(String));
    // The bridge gives it up after a minute, or ends before that.
    agent.ask('run_code_cell', { cellId }).catch(() => {});
    const attached = await browser.cdp.send('Target.attachToTarget', { targetId, flatten: true });
    const sessionId = String(attached.sessionId);
    const thrown: unknown[] = [];
    browser.cdp.onEvent((event) => {
      if (event.sessionId === sessionId && event.method === 'Runtime.exceptionThrown')
        thrown.push(event.params);
    });
    await browser.cdp.send('Runtime.enable', {}, sessionId);
    // Everything that we draw is in hosts of its own, beside Colab's elements.
    const drawn = `[...document.documentElement.children, ...document.body.children].filter(({ id }) => id.startsWith('cellwire')).length`;
    const isDrawn = (): Promise<unknown> => browser.evaluate(targetId, drawn);
    await expect.poll(isDrawn).not.toBe(0);
    // A little later: what is asked of a page that goes with the extension may never be answered.
    await browser.inExtension('void setTimeout(() => chrome.runtime.reload(), 200)');
    await expect.poll(isDrawn).toBe(0);
    const isIdle = 'colab.global.notebook.isExecuting() === false';
    await expect.poll(() => browser.evaluate(targetId, isIdle)).toBe(true);
    // What the page does next reaches nobody.
    await browser.evaluate(
      targetId,
      `history.pushState(null, '', '/drive/another'), dispatchEvent(new Event('resize'))`,
    );
    expect(thrown).toEqual([]);
  });
});
