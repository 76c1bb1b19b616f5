import type { Page } from 'playwright';
import { listOf } from '../support/agent.ts';
import { longestTask } from './live-output.ts';
import type { Timing } from './measure.ts';
import { timingOf } from './measure.ts';
import type { OpenNotebook } from './notebooks.ts';
import { OwnTime } from './own-time.ts';
import type { Figure } from './report.ts';

/**
 * The same operation through the whole stack, and by the page's own objects alone. The page's share is its own code
 * and the drawing of what it changed: the browser draws before it passes our answer on.
 */
interface Operation {
  ours: Timing;
  page: Timing;
  /** Of the main thread, what our scripts took. */
  own: Timing;
}

interface EditTimings {
  add: Operation;
  run: Operation;
}

export interface LargeNotebook {
  among10: EditTimings;
  among10000: EditTimings;
  paged: PagedReading;
}

const EDITS = 30;
const WARM_UP = 5;
const CODE = '1+1';

/** The same in a notebook of ten cells and in one of ten thousand, which is opened only then. */
export async function measureLargeNotebook(
  small: OpenNotebook,
  openHuge: () => Promise<OpenNotebook>,
): Promise<LargeNotebook> {
  const among10 = await measureEdits(small, EDITS);
  const huge = await openHuge();
  const among10000 = await measureEdits(huge, EDITS);
  return { among10, among10000, paged: await measurePagedReading(huge) };
}

export function largeNotebookFigures({ among10, among10000, paged }: LargeNotebook): Figure[] {
  return [
    {
      name: 'add_code_cell among 10,000: our scripts in the page',
      ms: among10000.add.own.p50,
      against: 'the same among 10',
      floorMs: among10.add.own.p50,
      target: 3,
    },
    {
      name: 'execute_cell among 10,000: our scripts in the page',
      ms: among10000.run.own.p50,
      against: 'the same among 10',
      floorMs: among10.run.own.p50,
      target: 3,
    },
    {
      name: 'add_code_cell among 10,000: the whole call',
      ms: among10000.add.ours.p50,
      against: 'the same by the page alone',
      floorMs: among10000.add.page.p50,
      target: null,
    },
    {
      name: 'execute_cell among 10,000: the whole call',
      ms: among10000.run.ours.p50,
      against: 'the same by the page alone',
      floorMs: among10000.run.page.p50,
      target: null,
    },
    {
      name: 'longest task of the page, 10,000 cells read page by page',
      ms: paged.longestTaskMs,
      against: '100 ms',
      floorMs: 100,
      target: 1,
    },
  ];
}

/** Adds a cell in the middle and runs it, again and again; each of them is taken away again, untimed. */
async function measureEdits({ agent, page }: OpenNotebook, times: number): Promise<EditTimings> {
  const samples = { add: took(), run: took() };
  const own = await OwnTime.watch(page);
  await installDrawingTime(page);
  const { total } = await agent.use('get_cells', { cellIndexStart: 0, cellIndexEnd: 0 });
  const cellIndex = Math.floor(Number(total) / 2);
  for (let i = -WARM_UP; i < times; i++) {
    const add = () => agent.use('add_code_cell', { cellIndex, language: 'python', code: CODE });
    await settle(page);
    const ours = { add: await timed(add), run: 0 };
    await settle(page);
    const cellId = await idAt(page, cellIndex);
    ours.run = await timed(() => agent.use('execute_cell', { cellId }));
    // The same once more under the profiler, which slows things down.
    await settle(page);
    const ownRun = await own.during(() => agent.use('execute_cell', { cellId }));
    await removeAt(page, cellIndex);
    await settle(page);
    const ownAdd = await own.during(add);
    await removeAt(page, cellIndex);

    await settle(page);
    const added = await addByPage(page, cellIndex);
    await settle(page);
    const ran = await runByPage(page, cellIndex);
    await removeAt(page, cellIndex);
    if (i < 0) continue;
    samples.add.ours.push(ours.add);
    samples.run.ours.push(ours.run);
    samples.add.page.push(added);
    samples.run.page.push(ran);
    samples.add.own.push(ownAdd);
    samples.run.own.push(ownRun);
  }
  return { add: operationOf(samples.add), run: operationOf(samples.run) };
}

interface PagedReading {
  longestTaskMs: number;
  pages: number;
}

/** Reads the whole notebook, page by page. */
async function measurePagedReading({ agent, page }: OpenNotebook): Promise<PagedReading> {
  await settle(page);
  let pages = 0;
  const longestTaskMs = await longestTask(page, async () => {
    let read = 0;
    for (let start: unknown = 0; start !== undefined; pages++) {
      const { cells, total, nextCellIndexStart } = await agent.use('get_cells', { cellIndexStart: start });
      read += listOf(cells).length;
      if (nextCellIndexStart === undefined && read !== total)
        throw new Error(`Read ${read} of ${String(total)} cells.`);
      start = nextCellIndexStart;
    }
  });
  return { longestTaskMs, pages };
}

interface Samples {
  ours: number[];
  page: number[];
  own: number[];
}

function took(): Samples {
  return { ours: [], page: [], own: [] };
}

function operationOf({ ours, page, own }: Samples): Operation {
  return { ours: timingOf(ours), page: timingOf(page), own: timingOf(own) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The last change is on the screen: what the browser does for it must not fall into the next measurement. */
function settle(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))),
  );
}

function idAt(page: Page, index: number): Promise<string> {
  return page.evaluate((at) => Reflect.get(window, 'colab').global.notebook.cells[at].cellId, index);
}

function removeAt(page: Page, index: number): Promise<void> {
  return page.evaluate((at) => {
    const { notebook } = Reflect.get(window, 'colab').global;
    notebook.removeCells([notebook.cells[at]]);
  }, index);
}

/** By the page's own tool, the one that is used for our call as well. */
function addByPage(page: Page, cellIndex: number): Promise<number> {
  return page.evaluate(
    async (args) => {
      const { tools } = Reflect.get(window, 'colab').global.notebook.colabMcpToolsService;
      const add = tools.find(({ toolName }: { toolName: string }) => toolName === 'add_code_cell');
      const started = performance.now();
      await add.toolCallback(args);
      const took = performance.now() - started;
      return took + (await Reflect.get(window, 'drawingTime')());
    },
    { cellIndex, language: 'python', code: CODE },
  );
}

function runByPage(page: Page, cellIndex: number): Promise<number> {
  return page.evaluate(async (at) => {
    const cell = Reflect.get(window, 'colab').global.notebook.cells[at];
    const started = performance.now();
    await cell.manualExecute();
    const took = performance.now() - started;
    return took + (await Reflect.get(window, 'drawingTime')());
  }, cellIndex);
}

/** How long the next frame takes, without the wait for it: from its begin to the first task behind it. */
function installDrawingTime(page: Page): Promise<void> {
  return page.evaluate(() => {
    Reflect.set(
      window,
      'drawingTime',
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => {
            const begun = performance.now();
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - begun);
            port2.postMessage(null);
          }),
        ),
    );
  });
}
