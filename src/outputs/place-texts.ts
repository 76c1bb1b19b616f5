import { boundText, leftOutBy, leftOutNote } from './bound-text.ts';
import type { Draft, TextSlot } from './draft.ts';
import { shareBudget } from './share-budget.ts';

/**
 * Puts the texts of all outputs in place, together within the budget. Errors come first, then the last
 * outputs: that is what an agent goes on from. An output that is not shown whole says how much is missing.
 */
export function placeTexts(drafts: readonly Draft[], maxChars: number): void {
  const slots = [...drafts]
    .reverse()
    .sort((one, other) => urgency(other) - urgency(one))
    .flatMap(({ texts }) => texts);
  const shares = shareBudget(
    slots.map(({ text }) => text.length),
    maxChars,
  );
  const missing = new Map(slots.map((slot, at) => [slot, placeText(slot, shares[at] ?? 0)]));
  for (const { shaped, texts } of drafts) {
    const chars = texts.reduce((sum, slot) => sum + (missing.get(slot) ?? 0), 0);
    const totalChars = texts.reduce((sum, { text, skipped }) => sum + text.length + (skipped?.chars ?? 0), 0);
    if (chars > 0) shaped.omitted = { chars, totalChars };
  }
}

const urgency = ({ shaped }: Draft): number => (shaped.output_type === 'error' ? 1 : 0);

/** How many characters of the text had no room. */
function placeText({ text, skipped, isAllOrNothing, place }: TextSlot, limit: number): number {
  const before = skipped?.chars ?? 0;
  const fits = text.length <= limit;
  if (isAllOrNothing) place(text, fits);
  else if (fits && skipped)
    place(text.slice(0, skipped.at) + leftOutNote(before) + text.slice(skipped.at), false);
  else place(boundText(text, limit, before), fits);
  if (fits) return before;
  return isAllOrNothing ? text.length : leftOutBy(text, limit) + before;
}
