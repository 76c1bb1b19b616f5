import { argv } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import { startBridge } from '../support/bridge.ts';
import { NotebookTab } from '../support/notebook-tab.ts';
import { SCRATCH } from '../support/open-notebook.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { startTestPlayground } from '../support/playground.ts';
import { measureLiveLines } from './live-output.ts';
import type { Timing } from './measure.ts';
import { timingOf } from './measure.ts';
import { printTable } from './report.ts';

/**
 * A notebook behind another tab, against the same one in front. Chromium lets the timers of a hidden tab run once a
 * second, and after a minute once a minute; from then on nothing changes any more. `npm run bench -- hidden 600` waits
 * ten minutes all the same.
 */
const LINES = 150;
const RUNS = 60;
/** In turn, so that a busy moment of the machine falls on both. */
const ROUNDS = 2;

const ExecutionInfo = z.object({ kernelEndedAt: z.number() });

const [, seconds = '90'] = argv.slice(2);
const playground = await startTestPlayground();
const browser = await PlainBrowser.launch({ playground });
const bridge = await startBridge({ colabUrl: SCRATCH });
try {
  await bridge.connect((link) => browser.open(link));
  const tab = new NotebookTab(browser);
  const agent = createAgent(callerOf(bridge.client));
  const lines: Record<'front' | 'behind', number[]> = { front: [], behind: [] };
  const ends: Record<'front' | 'behind', number[]> = { front: [], behind: [] };
  await measureEnds(agent, tab, 5);
  for (let round = 0; round < ROUNDS; round++) {
    await tab.show();
    lines.front.push(...(await measureLiveLines(agent, bridge.client, LINES)));
    ends.front.push(...(await measureEnds(agent, tab, RUNS)));
    await tab.hide();
    await pause(Number(seconds) * 1_000);
    const ticks = await tab.countTicks();
    const begun = performance.now();
    lines.behind.push(...(await measureLiveLines(agent, bridge.client, LINES)));
    ends.behind.push(...(await measureEnds(agent, tab, RUNS)));
    const took = Math.round((performance.now() - begun) / 1_000);
    const told = `${lines.front.length} lines in front and ${lines.behind.length} behind were told`;
    console.log(`Behind another tab: in ${took} s, the page's timers ran ${await ticks()} times; ${told}.`);
  }
  const figure = (name: string, behind: Timing, front: Timing) => ({
    name,
    ms: behind.p95,
    against: 'in front',
    floorMs: front.p95,
    target: 2,
  });
  printTable([
    figure('a printed line reaches the agent, behind (p95)', timingOf(lines.behind), timingOf(lines.front)),
    figure('the end of a run reaches the agent, behind (p95)', timingOf(ends.behind), timingOf(ends.front)),
  ]);
} finally {
  await bridge.close();
  await browser.close();
  await playground.close();
}

/** How long after the kernel's own end of a cell its end is known to the agent. */
async function measureEnds(agent: Agent, tab: NotebookTab, runs: number): Promise<number[]> {
  const cellId = await agent.addCode('import time\ntime.sleep(0.05)');
  const delays: number[] = [];
  for (let i = 0; i < runs; i++) {
    const run = await agent.use('execute_cell', { cellId });
    const answeredAt = performance.timeOrigin + performance.now();
    if (run.status !== 'ok') throw new Error(`The cell did not run: ${JSON.stringify(run)}`);
    const info = await tab.evaluate(
      `colab.global.notebook.cells.find(({ cellId }) => cellId === ${JSON.stringify(cellId)}).model.metadata.executionInfo`,
    );
    delays.push(answeredAt - ExecutionInfo.parse(info).kernelEndedAt);
  }
  await agent.use('delete_cell', { cellId });
  return delays;
}
