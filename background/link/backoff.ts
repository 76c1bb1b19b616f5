const FIRST_MS = 250;
/** So that a bridge which is started again has its tabs back at once. A dial on this computer costs next to nothing. */
const MOST_MS = 2_000;
/** A server that said "busy" (1013) has another notebook: asking again at once would only annoy it. */
const BUSY_FIRST_MS = 5_000;
const BUSY_MOST_MS = 30_000;
/** Most servers that are away for so long have ended; whatever has their port then is no business of ours. */
export const REDIAL_FOR_MS = 10 * 60_000;

/** Exponential, with jitter so that several tabs do not knock together. `attempt` counts from 0. */
export function backoffMs(attempt: number, busy: boolean, random: () => number = Math.random): number {
  const [first, most] = busy ? [BUSY_FIRST_MS, BUSY_MOST_MS] : [FIRST_MS, MOST_MS];
  const ceiling = Math.min(most, first * 2 ** Math.min(attempt, 20));
  return Math.round(ceiling * (0.75 + random() * 0.25));
}
