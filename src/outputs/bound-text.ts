/** What an agent is shown of the outputs of one cell unless it asks for more. */
export const DEFAULT_OUTPUT_CHARS = 20_000;

/** Below this, head and tail would be fragments: the count alone says more. */
const LEAST_SHOWN_CHARS = 40;

/**
 * Head and tail of a text that is too long, with the count of what is left out between them.
 * The tail gets more room: errors and results come last. `skipped` have been left out of the middle already.
 */
export function boundText(text: string, limit: number = DEFAULT_OUTPUT_CHARS, skipped = 0): string {
  if (text.length <= limit) return text;
  if (limit < LEAST_SHOWN_CHARS) return `[… ${inWords(text.length + skipped)} characters left out …]`;
  const head = wholeCharacters(text, Math.floor(limit * 0.4));
  const tail = wholeCharacters(text, text.length - (limit - Math.floor(limit * 0.4)));
  return text.slice(0, head) + leftOutNote(tail - head + skipped) + text.slice(tail);
}

export const leftOutNote = (chars: number): string => `\n[… ${inWords(chars)} characters left out …]\n`;

/** How many of a text's characters the bounded text leaves out. */
export function leftOutBy(text: string, limit: number): number {
  if (text.length <= limit) return 0;
  return limit < LEAST_SHOWN_CHARS ? text.length : text.length - limit;
}

export const inWords = (count: number): string => count.toLocaleString('en');

/** A cut inside a surrogate pair would leave two halves that are no characters. */
function wholeCharacters(text: string, cut: number): number {
  const before = text.charCodeAt(cut - 1);
  return before >= 0xd800 && before <= 0xdbff ? cut + 1 : cut;
}
