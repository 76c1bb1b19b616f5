import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { callerOf, createAgent } from '../support/agent.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { extensionFolder, launchWithExtension } from '../support/browser.ts';
import { startTestPlayground } from '../support/playground.ts';
import { measureBridgeStart } from './bridge-start.ts';
import { measureExecution } from './execution.ts';
import { floorExtension, startFloor } from './floor.ts';
import { measureLargeOutput, measureLiveLines } from './live-output.ts';
import { measureInTurn } from './measure.ts';
import type { Figure } from './report.ts';
import { printTable } from './report.ts';

const CALLS = 300;
const RUNS = 60;
/** A line every 0.2 s for a minute and a half: longer than any call waits. */
const LIVE_LINES = 450;
const STARTS = 20;
const ECHO_BYTES = 200;

const notebookOf = (cells: number): string =>
  `https://colab.research.google.com/notebooks/empty.ipynb?cells=${cells}`;

// Before the browser is there and takes its share of the machine.
const start = await measureBridgeStart(STARTS);
const playground = await startTestPlayground();
const browser = await launchWithExtension({
  playgroundPort: playground.port,
  extensionDir: `${extensionFolder},${floorExtension}`,
});
const bridges: RunningBridge[] = [];
try {
  const { context } = browser;
  const small = await openNotebook(10);
  const large = await openNotebook(1_000);
  const floor = await startFloor(context, notebookOf(10));

  const timings = await measureInTurn(
    [
      { name: 'floor', run: () => floor.echo(ECHO_BYTES), before: () => floor.page.bringToFront() },
      { name: 'status', run: () => small.agent.use('get_status'), before: () => small.page.bringToFront() },
      { name: 'cells-10', run: () => small.agent.use('get_cells') },
      {
        name: 'cells-1000',
        run: () => large.agent.use('get_cells'),
        before: () => large.page.bringToFront(),
      },
    ],
    CALLS,
  );
  await small.page.bringToFront();
  const execution = await measureExecution(small.agent, small.page, RUNS);
  const live = await measureLiveLines(small.agent, small.client, LIVE_LINES);
  const printedMuch = await measureLargeOutput(small.agent, small.page);
  floor.close();

  const p50 = (name: string): number => timings.get(name)?.p50 ?? Number.NaN;
  const figures: Figure[] = [
    {
      name: "the bridge's answer to initialize",
      ms: start.initialize.p50,
      against: 'node -e 0',
      floorMs: start.node.p50,
      target: 1.8,
    },
    { name: 'navigation to connection', ms: small.connectMs, against: '2 s', floorMs: 2_000, target: 1 },
    { name: 'get_status', ms: p50('status'), against: 'the echo', floorMs: p50('floor'), target: 3 },
    {
      name: 'get_cells, 10 cells',
      ms: p50('cells-10'),
      against: 'the echo',
      floorMs: p50('floor'),
      target: 3,
    },
    {
      name: 'get_cells, 1,000 cells',
      ms: p50('cells-1000'),
      against: 'get_cells, 10 cells',
      floorMs: p50('cells-10'),
      target: 10,
    },
    {
      name: 'execute_cell on 1+1',
      ms: execution.call.p50,
      against: "the kernel's own time",
      floorMs: execution.kernel.p50,
      target: null,
    },
    {
      name: 'execute_cell, beyond the kernel',
      ms: execution.added.p50,
      against: '30 ms',
      floorMs: 30,
      target: 1,
    },
    {
      name: "end of the cell known after the kernel's end",
      ms: execution.notice.p50,
      against: '30 ms',
      floorMs: 30,
      target: 1,
    },
    {
      name: 'a printed line reaches the agent (p95)',
      ms: live.p95,
      against: '300 ms',
      floorMs: 300,
      target: 1,
    },
    {
      name: 'longest task of the page, 50 MB of output',
      ms: printedMuch.throughUsMs,
      against: 'the same run by hand',
      floorMs: printedMuch.byHandMs,
      target: null,
    },
  ];
  printTable(figures);
  await mkdir(join(projectRoot, 'bench'), { recursive: true });
  const results = { figures, start, timings: Object.fromEntries(timings), execution, live, printedMuch };
  await writeFile(join(projectRoot, 'bench', 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  console.log('\nWritten to bench/results.json');
} finally {
  for (const bridge of bridges) await bridge.close();
  await browser.close();
  await playground.close();
}

async function openNotebook(cells: number) {
  const bridge = await startBridge({ colabUrl: notebookOf(cells) });
  bridges.push(bridge);
  const page = await browser.context.newPage();
  let navigatedAt = 0;
  const navigate = (link: string): Promise<unknown> => {
    navigatedAt = performance.now();
    return page.goto(link);
  };
  if (!(await bridge.connect(navigate))) throw new Error(`No connection. ${bridge.log()}`);
  return {
    page,
    client: bridge.client,
    agent: createAgent(callerOf(bridge.client)),
    connectMs: performance.now() - navigatedAt,
  };
}
