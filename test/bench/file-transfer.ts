import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callerOf, createAgent } from '../support/agent.ts';
import { startBridge } from '../support/bridge.ts';
import { NotebookTab } from '../support/notebook-tab.ts';
import { SCRATCH } from '../support/open-notebook.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { startTestPlayground } from '../support/playground.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { longestTask } from './live-output.ts';

const MEGABYTES = Number(process.env.CELLWIRE_MEGABYTES ?? 200);
const LEAST_SPEED = 5;
const LONGEST_TASK_MS = 100;

/**
 * A large file up and down through the whole stack, with IPython: how fast, and how long the page is held up. In a plain
 * browser, as a user has it: driven by Playwright, the same build took more than twice as long.
 */
const folder = await temporaryFolder('transfer');
const playground = await startTestPlayground('jupyter');
const browser = await PlainBrowser.launch({ playground });
const bridge = await startBridge({ colabUrl: SCRATCH, saveDir: folder.path });
const tab = new NotebookTab(browser);
try {
  await bridge.connect((link) => browser.open(link));
  await tab.show();
  const agent = createAgent(callerOf(bridge.client, 600_000));
  await writeFile(join(folder.path, 'up.bin'), randomBytes(MEGABYTES * 1e6));
  await measure('up', () => agent.use('upload_file', { from: 'up.bin', path: 'there.bin' }));
  await rm(join(folder.path, 'up.bin'));
  await measure('down', () => agent.use('download_file', { path: 'there.bin', to: 'down.bin' }));
} finally {
  await bridge.close();
  await browser.close();
  await playground.close();
  await folder.remove();
}

async function measure(way: string, work: () => Promise<unknown>): Promise<void> {
  let ms = 0;
  const task = await longestTask(tab, async () => {
    const started = performance.now();
    await work();
    ms = performance.now() - started;
  });
  const speed = (MEGABYTES * 1_000) / ms;
  const isKept = speed >= LEAST_SPEED && task <= LONGEST_TASK_MS;
  console.log(
    `${MEGABYTES} MB ${way}: ${speed.toFixed(1)} MB/s (at least ${LEAST_SPEED}), longest task of the page ${task.toFixed(0)} ms (at most ${LONGEST_TASK_MS}): ${isKept ? 'kept' : 'NOT KEPT'}`,
  );
}
