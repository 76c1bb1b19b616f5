/** What an agent is shown of one text output unless it asks for more. */
export const DEFAULT_OUTPUT_CHARS = 20_000;

/**
 * Head and tail of a text that is too long, with the count of what is left out between them.
 * The tail gets more room: errors and results come last.
 */
export function boundText(text: string, limit: number = DEFAULT_OUTPUT_CHARS): string {
  if (text.length <= limit) return text;
  const head = Math.floor(limit * 0.4);
  const tail = limit - head;
  const left = (text.length - limit).toLocaleString('en');
  return `${text.slice(0, head)}\n[… ${left} characters left out …]\n${text.slice(-tail)}`;
}
