import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { extensionFolder, launchWithExtension } from '../support/browser.ts';
import { startTestPlayground } from '../support/playground.ts';
import { startFigures } from './bridge-start.ts';
import { measureExecution } from './execution.ts';
import { inWords, measureFirstDay } from './first-day.ts';
import { floorExtension, startFloor } from './floor.ts';
import { largeNotebookFigures, measureLargeNotebook } from './large-notebook.ts';
import { measureLargeOutput, measureLiveLines } from './live-output.ts';
import { measureInTurn, timingOf } from './measure.ts';
import { Notebooks, notebookOf } from './notebooks.ts';
import { measurePageLoad } from './page-load.ts';
import type { Figure } from './report.ts';
import { printTable } from './report.ts';

const CALLS = 300;
const RUNS = 60;
/** A line every 0.2 s for a minute and a half: longer than any call waits. */
const LIVE_LINES = 450;
const ECHO_BYTES = 200;

// Before the browser is there and takes its share of the machine.
const { start, firstNotebook } = await measureFirstDay();
const playground = await startTestPlayground();
const load = await measurePageLoad(playground);
const browser = await launchWithExtension({
  playground,
  extensionDir: `${extensionFolder},${floorExtension}`,
});
const notebooks = new Notebooks(browser.context);
try {
  const { context } = browser;
  const small = await notebooks.open(10);
  const large = await notebooks.open(1_000);
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
  const live = timingOf(await measureLiveLines(small.agent, small.client, LIVE_LINES));
  const printedMuch = await measureLargeOutput(small.agent, small.page);
  floor.close();
  const edits = await measureLargeNotebook(small, () => notebooks.open(10_000));

  const p50 = (name: string): number => timings.get(name)?.p50 ?? Number.NaN;
  const figures: Figure[] = [
    ...startFigures(start),
    {
      name: 'a notebook without an agent: our scripts on its main thread',
      ms: load.notebook.ours.p50,
      against: '5 ms',
      floorMs: 5,
      target: 1,
    },
    {
      name: 'a notebook without an agent: its whole main thread until it is loaded',
      ms: load.notebook.with.p50,
      against: 'without the extension',
      floorMs: load.notebook.without.p50,
      target: null,
    },
    {
      // For a content script of any size the browser makes a world, and unmakes it with the page.
      name: 'a bare page of the site: its whole main thread',
      ms: load.bare.with.p50,
      against: 'without the extension',
      floorMs: load.bare.without.p50,
      target: null,
    },
    { name: 'navigation to connection', ms: small.connectMs, against: '2 s', floorMs: 2_000, target: 1 },
    { name: 'get_status', ms: p50('status'), against: 'the echo', floorMs: p50('floor'), target: 2.2 },
    {
      name: 'get_cells, 10 cells',
      ms: p50('cells-10'),
      against: 'the echo',
      floorMs: p50('floor'),
      target: 2.2,
    },
    {
      name: 'get_cells, 1,000 cells',
      ms: p50('cells-1000'),
      against: 'get_cells, 10 cells',
      floorMs: p50('cells-10'),
      target: 8,
    },
    {
      name: 'execute_cell on 1+1',
      ms: execution.call.p50,
      against: "the kernel's own time",
      floorMs: execution.kernel.p50,
      target: null,
    },
    {
      name: 'execute_code of 1+1',
      ms: execution.code.p50,
      against: 'execute_cell on 1+1',
      floorMs: execution.call.p50,
      target: 1,
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
    ...largeNotebookFigures(edits),
  ];
  printTable(figures);
  console.log(`\nScript on a page without an agent: ${load.scriptBytes} bytes (15,000 at most).`);
  console.log(inWords(firstNotebook));
  await mkdir(join(projectRoot, 'bench'), { recursive: true });
  const results = {
    figures,
    start,
    firstNotebook,
    load,
    timings: Object.fromEntries(timings),
    execution,
    live,
    printedMuch,
    edits,
  };
  await writeFile(join(projectRoot, 'bench', 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  console.log('\nWritten to bench/results.json');
} finally {
  await notebooks.close();
  await browser.close();
  await playground.close();
}
