import { boundText, leftOutBy, leftOutNote } from './bound-text.ts';
import type { ParsedOutput, TextSlot } from './parse-output.ts';

/**
 * Puts the texts of all outputs in place, together within the budget. Errors come first, then the last
 * outputs: that is what an agent goes on from. An output that is not shown whole says how much is missing.
 */
export function fitTexts(outputs: readonly ParsedOutput[], maxChars: number): void {
  const slots = [...outputs]
    .reverse()
    .sort((one, other) => urgency(other) - urgency(one))
    .flatMap(({ texts }) => texts);
  const shares = shareBudget(
    slots.map(({ text }) => text.length),
    maxChars,
  );
  const missing = new Map(slots.map((slot, at) => [slot, fitText(slot, shares[at] ?? 0)]));
  for (const { shaped, texts } of outputs) {
    const chars = texts.reduce((sum, slot) => sum + (missing.get(slot) ?? 0), 0);
    const totalChars = texts.reduce((sum, { text, skipped }) => sum + text.length + (skipped?.chars ?? 0), 0);
    if (chars > 0) shaped.omitted = { chars, totalChars };
  }
}

const urgency = ({ shaped }: ParsedOutput): number => (shaped.output_type === 'error' ? 1 : 0);

/** How many characters of the text had no room. */
function fitText({ text, skipped, isAllOrNothing, place }: TextSlot, limit: number): number {
  const before = skipped?.chars ?? 0;
  const fits = text.length <= limit;
  if (isAllOrNothing) place(text, fits);
  else if (fits && skipped)
    place(text.slice(0, skipped.at) + (skipped.note ?? leftOutNote(before)) + text.slice(skipped.at), false);
  else place(boundText(text, limit, before), fits);
  if (fits) return before;
  return isAllOrNothing ? text.length : leftOutBy(text, limit) + before;
}

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
