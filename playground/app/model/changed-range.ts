export interface ChangedRange<T> {
  start: number;
  before: T[];
  now: T[];
}

/** Where two lists differ: between what begins both and what ends both. A long notebook changes in one place. */
export function changedRange<T>(before: readonly T[], now: readonly T[]): ChangedRange<T> {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
  return {
    start,
    before: before.slice(start, before.length - end),
    now: now.slice(start, now.length - end),
  };
}
