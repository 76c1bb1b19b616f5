import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { type Machine, thisMachine } from '../clients/machine.ts';
import { packageFiles } from '../package-files.ts';
import { browserCandidates } from './browser-candidates.ts';
import { connect, startBridge } from './demo-bridge.ts';
import { type DemoBrowser, startBrowser } from './demo-browser.ts';
import { DemoFailure } from './demo-failure.ts';
import { type DemoOptions, demoOptions, helpText } from './demo-options.ts';
import { startPlayground } from './demo-playground.ts';
import { findPython } from './find-python.ts';
import { letAgentWork } from './let-agent-work.ts';

/** A pause before each step, so that a human can follow. */
const PACE_MS = 700;
const INTERRUPTED = 130;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `cellwire demo`: gives the exit code. */
export async function run(args: string[], machine: Machine = thisMachine()): Promise<number> {
  const options = demoOptions(args);
  if (options.help) {
    process.stdout.write(helpText());
    return 0;
  }
  // The last to start is the first to end, so that nobody sees the ground go from under their feet.
  const closers: (() => Promise<unknown>)[] = [];
  const { interrupted, release } = onInterrupt();
  try {
    const shown = show(options, machine, closers).then(() => 0);
    shown.catch(() => {});
    return await Promise.race([shown, interrupted]);
  } catch (error) {
    if (!(error instanceof DemoFailure)) throw error;
    process.stderr.write(`cellwire: ${error.message}\n`);
    return 1;
  } finally {
    for (const closer of closers.splice(0).reverse()) await closer();
    release();
  }
}

async function show(
  options: DemoOptions,
  machine: Machine,
  closers: (() => Promise<unknown>)[],
): Promise<void> {
  const files = packageFiles();
  const program = browserIn(options, machine);
  const python = await findPython(files.folder, machine, options.python);
  const headless = options.headless || !hasDisplay(machine);
  say('Starting a notebook, the bridge and a browser with the extension …');
  const folder = await mkdtemp(join(tmpdir(), 'cellwire-demo-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const playground = await startPlayground(files.playground, python);
  closers.push(playground.close);
  const browser = await startBrowser({
    program,
    extension: files.extension,
    playground,
    headless,
  });
  closers.push(browser.close);
  const client = await startBridge(files.program, folder);
  closers.push(() => client.close());
  const stop = new AbortController();
  closers.push(async () => stop.abort());
  const work = async (): Promise<void> => {
    await connect(client, browser.open);
    await letWork(client, headless ? 0 : PACE_MS, stop.signal);
  };
  await whileOpen(browser, work());
  if (headless) {
    const picture = join(tmpdir(), 'cellwire-demo.png');
    await browser.picture(picture);
    say(`Picture: ${picture}`);
  }
  say('For your own notebooks in Colab: cellwire setup');
  if (headless) return;
  say('The browser stays open. Close it or press Ctrl+C to end.');
  await browser.closed;
}

async function letWork(client: Client, paceMs: number, signal: AbortSignal): Promise<void> {
  const write = (text: string): void => {
    // Whoever ended it, or sees why it ended, needs no further words.
    if (!signal.aborted) process.stdout.write(text);
  };
  if (!(await letAgentWork(client, { paceMs, signal, write })))
    throw new DemoFailure('The example did not come to its end; the last lines say why.');
}

/** Without its browser, the work would only wait. */
async function whileOpen(browser: DemoBrowser, work: Promise<void>): Promise<void> {
  const closed = browser.closed.then(() => {
    throw new DemoFailure('The browser was closed, or has ended by itself, before all was shown.');
  });
  closed.catch(() => {});
  work.catch(() => {});
  await Promise.race([work, closed]);
}

function browserIn({ browser }: DemoOptions, machine: Machine): string {
  const found = browser === undefined ? browserCandidates(machine).find((path) => existsSync(path)) : browser;
  if (found !== undefined && existsSync(found)) return found;
  throw new DemoFailure(
    browser === undefined
      ? 'There is no Chrome, Chromium, Edge or Brave where they usually are: install one, or name it with --browser PATH.'
      : `There is no browser at ${browser}.`,
  );
}

/** Whether a window would be seen by anyone. */
function hasDisplay({ platform, env }: Machine): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function onInterrupt(): { interrupted: Promise<number>; release: () => void } {
  let end: () => void = () => {};
  const interrupted = new Promise<number>((resolve) => {
    end = () => resolve(INTERRUPTED);
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  return { interrupted, release: () => signals.forEach((signal) => void process.off(signal, end)) };
}
