/** What an agent is shown of the outputs of one cell unless it asks for more. */
export const DEFAULT_OUTPUT_CHARS = 8_000;

/** Below this, head and tail would be fragments: the count alone says more. */
const LEAST_SHOWN_CHARS = 40;

/**
 * Head and tail of a text that is too long, with the count of what is left out between them.
 * `skipped` have been left out of the middle already.
 */
export function boundText(text: string, limit: number = DEFAULT_OUTPUT_CHARS, skipped = 0): string {
  if (text.length <= limit) return text;
  if (limit < LEAST_SHOWN_CHARS) return `[… ${countOf(text.length + skipped, 'character')} left out …]`;
  const { from, to } = gapIn(text, limit);
  return text.slice(0, from) + leftOutNote(to - from + skipped) + text.slice(to);
}

/** The start of a text, with the mark by which it is known that it was cut. */
export const startOf = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, wholeCharacters(text, most - 1))}…`;

export const leftOutNote = (chars: number): string => `\n[… ${countOf(chars, 'character')} left out …]\n`;

/** How many of a text's characters the bounded text leaves out. */
export function leftOutBy(text: string, limit: number): number {
  if (text.length <= limit) return 0;
  if (limit < LEAST_SHOWN_CHARS) return text.length;
  const { from, to } = gapIn(text, limit);
  return to - from;
}

/** The tail gets more room: errors and results come last. */
function gapIn(text: string, limit: number): { from: number; to: number } {
  const head = Math.floor(limit * 0.4);
  return { from: wholeCharacters(text, head), to: wholeCharacters(text, text.length - limit + head) };
}

export const inWords = (count: number): string => count.toLocaleString('en');

/** "1 cell", "2 cells" */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${inWords(count)} ${count === 1 ? one : many}`;

/** A cut inside a surrogate pair would leave two halves that are no characters. */
function wholeCharacters(text: string, cut: number): number {
  const before = text.charCodeAt(cut - 1);
  return before >= 0xd800 && before <= 0xdbff ? cut + 1 : cut;
}
