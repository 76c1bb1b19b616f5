/** Part of the budget that is spread evenly, so that no text vanishes behind a long one. */
const EVEN_PART = 0.25;

/**
 * How many characters each text may keep, given their lengths in order of importance. Together they keep at
 * most the budget. After its even part, each takes up to half of what is left, the most important first;
 * what remains then goes round once more without that limit.
 */
export function shareBudget(lengths: readonly number[], budget: number): number[] {
  const even = Math.floor((budget * EVEN_PART) / lengths.length);
  const shares = lengths.map((length) => ({ length, given: Math.min(length, even) }));
  let left = budget - shares.reduce((sum, { given }) => sum + given, 0);
  for (const part of [0.5, 1]) {
    for (const share of shares) {
      const more = Math.min(share.length - share.given, Math.floor(left * part));
      share.given += more;
      left -= more;
    }
  }
  return shares.map(({ given }) => given);
}
