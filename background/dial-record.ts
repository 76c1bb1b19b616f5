import browser from 'webextension-polyfill';
import type { LinkState } from '../src/wire/messages.ts';
import type { DialFailure, LastMet } from '../src/wire/pushed-state.ts';
import { DIAL_FAILURES_KEY, LAST_MET_KEY } from '../src/wire/pushed-state.ts';
import { createQueue } from './queue.ts';

const MOST_FAILURES = 10;
const MOST_CHARS = 300;

/**
 * How each link was when it last said so: a link speaks with every call, and most of what it says is no news here. A
 * worker that was stopped meanwhile writes something once more than it had to.
 */
const phases = new Map<string, LinkState['phase']>();

/** Changes are read-modify-write, so one waits for the other. */
const inOrder = createQueue();

/** For people who ask what is wrong: which server was met last, and why others were not. */
export async function noteDial({
  linkId,
  phase,
  agent,
  isOurBridge,
  port,
  detail,
}: LinkState): Promise<void> {
  const isNews = phases.get(linkId) !== phase;
  phases.set(linkId, phase);
  if (!isNews) return;
  const at = Date.now();
  if (phase === 'open') {
    const met: LastMet = { agent, isOurBridge, at };
    await browser.storage.local.set({ [LAST_MET_KEY]: met });
  } else if (detail !== null && (phase === 'retrying' || phase === 'server-busy' || phase === 'resting')) {
    const words = detail.slice(0, MOST_CHARS);
    await inOrder(() => noteFailure(port, words, at));
  }
}

/** An attempt that ends as the one before is the same failure, once more. */
async function noteFailure(port: number, words: string, at: number): Promise<void> {
  const { [DIAL_FAILURES_KEY]: stored } = await browser.storage.session.get(DIAL_FAILURES_KEY);
  const failures = isList(stored) ? stored : [];
  const isSame = (other: DialFailure): boolean => other.port === port && other.words === words;
  const times = 1 + (failures.find(isSame)?.times ?? 0);
  const others = failures.filter((other) => !isSame(other));
  const kept = [...others, { port, words, at, times }].slice(-MOST_FAILURES);
  await browser.storage.session.set({ [DIAL_FAILURES_KEY]: kept });
}

/** Nobody but this file writes there. */
const isList = (stored: unknown): stored is DialFailure[] => Array.isArray(stored);
