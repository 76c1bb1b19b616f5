/** Stands where a secret stood. */
export const MARK = '[secret]';

/** A text, or a number that the mark has come into. Numbers that are told have no more digits. */
const TEXT_OR_MARKED_NUMBER = /"(?:[^"\\]|\\.)*"|(?:[-+.\de]{0,200}\[secret\])+[-+.\de]{0,200}/gi;

/** JSON in which the mark stands in the place of numbers: as a text each, it is JSON again. */
export function quoteMarkedNumbers(json: string): string {
  if (!json.includes(MARK)) return json;
  return json.replace(TEXT_OR_MARKED_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}
