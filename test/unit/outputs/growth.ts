/** The best of a few: the others were disturbed by whatever else the machine does. */
function fastest(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round++) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

/**
 * How much longer eight times the input takes: about 8 when time grows with the length, about 64 when it
 * grows with its square. Ratios hold on any machine, where times do not.
 */
export function growthOverEightfold(work: (size: number) => () => unknown, size: number): number {
  const small = work(size);
  const large = work(8 * size);
  fastest(small);
  return fastest(large) / Math.max(fastest(small), 0.05);
}
