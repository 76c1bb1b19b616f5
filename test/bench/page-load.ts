import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, CDPSession } from 'playwright';
import type { PlaygroundAddress } from '../support/browser.ts';
import { extensionFolder, launchWithExtension } from '../support/browser.ts';
import type { Timing } from './measure.ts';
import { timingOf } from './measure.ts';

const LOADS = 25;
const WARM_UP = 3;
const emptyExtension = join(import.meta.dirname, 'empty-extension');
const COLAB = 'https://colab.research.google.com/';
const BARE_PAGE = `${COLAB}nothing-here`;
const NOTEBOOK = `${COLAB}drive/no-agent?cells=10`;

export interface PageLoad {
  /** A page with much to do of its own: the difference drowns in what that varies by. */
  notebook: LoadTimings;
  /** A page of the same site with nothing on it. */
  bare: LoadTimings;
  /** The scripts that every page of Colab gets. */
  scriptBytes: number;
}

export interface LoadTimings {
  /** What the main thread of the page did until it was loaded, with an extension that does nothing and with ours. */
  without: Timing;
  with: Timing;
  /** Of that, what our scripts took: to be compiled, run and called. */
  ours: Timing;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { data?: { url?: string }; fileName?: string };
}

/** What the extension costs on a page that no agent works in, from a trace of the browser. */
export async function measurePageLoad(playground: PlaygroundAddress): Promise<PageLoad> {
  const without = await launchWithExtension({ playground, extensionDir: emptyExtension });
  const ours = await launchWithExtension({ playground });
  try {
    const measure = (url: string) => measureLoads(url, without.context, ours.context);
    return {
      notebook: await measure(NOTEBOOK),
      bare: await measure(BARE_PAGE),
      scriptBytes: await starterBytes(),
    };
  } finally {
    await without.close();
    await ours.close();
  }
}

async function measureLoads(
  url: string,
  withoutUs: BrowserContext,
  withUs: BrowserContext,
): Promise<LoadTimings> {
  const samples = { without: [] as number[], with: [] as number[], ours: [] as number[] };
  for (let i = -WARM_UP; i < LOADS; i++) {
    // Now one first, now the other: who comes second finds a busier machine.
    const before = i % 2 === 0 ? await traceLoad(withoutUs, url) : null;
    const ours = await traceLoad(withUs, url);
    const without = before ?? (await traceLoad(withoutUs, url));
    if (i < 0) continue;
    samples.without.push(without.mainThreadMs);
    samples.with.push(ours.mainThreadMs);
    samples.ours.push(ours.extensionMs);
  }
  return {
    without: timingOf(samples.without),
    with: timingOf(samples.with),
    ours: timingOf(samples.ours),
  };
}

async function traceLoad(
  context: BrowserContext,
  url: string,
): Promise<{ mainThreadMs: number; extensionMs: number }> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // In a process that runs already: the first moments of a new one may be missing in a trace.
  await page.goto(url, { waitUntil: 'load' });
  const events = await traced(cdp, async () => {
    await page.reload({ waitUntil: 'load' });
    // The service worker has answered by then, and what it answered has been heard.
    await page.waitForTimeout(300);
  });
  await page.close();
  return costsOf(events);
}

async function traced(cdp: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = (part: { value: object[] }): void => void events.push(...(part.value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', collect);
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'toplevel'],
    },
  });
  await work();
  await cdp.send('Tracing.end');
  await complete;
  return events;
}

/** Tasks of the page's main thread, and within them whatever names a script of an extension. */
function costsOf(events: TraceEvent[]): { mainThreadMs: number; extensionMs: number } {
  const commit = events.find(({ name, args }) => name === 'CommitLoad' && urlOf(args).startsWith(COLAB));
  if (!commit) throw new Error('The trace does not show the page.');
  const onThread = ({ pid, tid }: TraceEvent): boolean => pid === commit.pid && tid === commit.tid;
  const sum = (chosen: TraceEvent[]): number => chosen.reduce((ms, { dur = 0 }) => ms + dur / 1000, 0);
  const tasks = events.filter((event) => onThread(event) && event.name === 'RunTask');
  const scripts = events.filter(
    (event) => onThread(event) && urlOf(event.args).startsWith('chrome-extension:'),
  );
  // The time that the thread itself worked, where the trace tells: it does not count who else wants the processor.
  const ours = outermost(scripts).map((event) => ({ ...event, dur: event.tdur ?? event.dur ?? 0 }));
  return { mainThreadMs: sum(tasks), extensionMs: sum(ours) };
}

const urlOf = (args: TraceEvent['args']): string => args.data?.url ?? args.fileName ?? '';

/** Compiling happens within evaluating: what lies inside another is not counted twice. */
function outermost(events: TraceEvent[]): TraceEvent[] {
  const timed = events.filter(({ ph, dur }) => ph === 'X' && dur !== undefined).sort((a, b) => a.ts - b.ts);
  const kept: TraceEvent[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const event of timed) {
    if (event.ts < end) continue;
    kept.push(event);
    end = event.ts + (event.dur ?? 0);
  }
  return kept;
}

async function starterBytes(): Promise<number> {
  const folder = join(extensionFolder, 'content-scripts');
  const starters = (await readdir(folder)).filter((name) => name.includes('starter'));
  const sizes = await Promise.all(starters.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
