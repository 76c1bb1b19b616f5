import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { letAgentWork } from '../bridge/cli/demo/let-agent-work.ts';
import { startStack } from '../test/support/stack.ts';
import { canaryReport } from './example/canary.ts';
import { hasDisplay } from './example/display.ts';
import { pictureOfNotebook } from './example/picture-of-notebook.ts';
import { IF_ASKED, openRealColab } from './example/real-colab.ts';
import { projectRoot } from './setup/command.mjs';

/** A pause before each step, so that a human can follow. */
const PACE_MS = 700;
const TRANSCRIPT = join(projectRoot, '.cache', 'start', 'transcript.jsonl');

const flags = readFlags();

function readFlags(): { colab: boolean; headless: boolean } {
  const options = {
    colab: { type: 'boolean', default: false },
    headless: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    console.error('npm start takes --colab (the real site) and --headless, nothing else.');
    process.exit(2);
  }
}

const stop = new AbortController();
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() =>
  stop.abort(),
);

async function work(client: Client, paceMs: number): Promise<void> {
  const write = (text: string): void => void process.stdout.write(text);
  await mkdir(dirname(TRANSCRIPT), { recursive: true });
  await rm(TRANSCRIPT, { force: true });
  const isDone = await letAgentWork(client, { paceMs, signal: stop.signal, write, file: TRANSCRIPT });
  if (!isDone) process.exitCode = 1;
  console.log(`Transcript: ${relative(projectRoot, TRANSCRIPT)}`);
}

async function inPlayground(headed: boolean): Promise<void> {
  console.log('Starting the playground, the bridge and a browser with the extension …');
  const stack = await startStack({ headed, clientName: 'Example agent' });
  try {
    await work(stack.client, headed ? PACE_MS : 0);
    if (stop.signal.aborted) return;
    console.log(`Screenshot: ${await pictureOfNotebook(stack.page)}`);
    if (headed) {
      console.log('The browser stays open. Close it or press Ctrl+C to end.');
      await Promise.race([stack.browser.context.waitForEvent('close', { timeout: 0 }), interrupted]);
    }
  } finally {
    await stack.close();
  }
}

/** What breaks off because the user wants an end is no fault. */
function unlessStopped(error: unknown): undefined {
  if (!stop.signal.aborted) throw error;
}

async function inRealColab(): Promise<void> {
  console.log(`Opening Colab. Running cells needs a Google account. ${IF_ASKED}`);
  const { signal } = stop;
  const say = (line: string): void => console.log(line);
  const colab = await openRealColab({ signal, say }).catch(unlessStopped);
  if (!colab) return;
  try {
    await work(colab.client, PACE_MS);
    if (stop.signal.aborted) return;
    console.log(
      '\nLast, whether all works with the Colab of today. A new tab asks you first: press "Allow once" there.',
    );
    const report = await canaryReport(colab.client, { signal, say }).catch(unlessStopped);
    if (report === undefined) return;
    console.log(`\n${report}`);
    console.log('The browser stays open. Close it or press Ctrl+C to end.');
    await Promise.race([colab.closed, interrupted]);
  } finally {
    await colab.close();
  }
}

/** Who signs in does so in a window: without one, nobody would learn in minutes that nothing can come of it. */
function requireWindow(): void {
  const why = flags.headless ? '--headless shows none' : 'there is no display here';
  if (hasDisplay() && !flags.headless) return;
  console.error(
    `npm start -- --colab opens the real site in a window, where you sign in, and ${why}. Without --colab, the playground needs neither.`,
  );
  process.exit(1);
}

if (flags.colab) requireWindow();
await (flags.colab ? inRealColab() : inPlayground(hasDisplay() && !flags.headless));
