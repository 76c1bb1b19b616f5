const FIRST_MS = 250;
const MOST_MS = 30_000;
/** A server that said "busy" (1013) has another notebook: asking again at once would only annoy it. */
const BUSY_FIRST_MS = 5_000;

/** Exponential, with jitter so that several tabs do not knock together. `attempt` counts from 0. */
export function backoffMs(attempt: number, busy: boolean, random: () => number = Math.random): number {
  const first = busy ? BUSY_FIRST_MS : FIRST_MS;
  const ceiling = Math.min(MOST_MS, first * 2 ** Math.min(attempt, 20));
  return Math.round(ceiling * (0.75 + random() * 0.25));
}
