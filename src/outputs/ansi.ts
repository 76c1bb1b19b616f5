// Written as strings: control characters inside a regular expression literal cannot be seen.
const ESC = '\\u001b';

/** A program's wish to wipe the rest of the line (`K`, `0K`) or all of it (`2K`). */
export const ERASE_IN_LINE = `${ESC}\\[[02]?K`;

/** Colours and cursor moves; titles and links up to their end; any other escape. Every branch is linear. */
const ANY_ESCAPE = [
  `${ESC}\\[[0-?]*[ -/]*[@-~]`,
  `${ESC}\\][^\\u0007\\u001b]*(?:\\u0007|${ESC}\\\\)`,
  `${ESC}[ -/]*[0-~]`,
].join('|');

const ESCAPES = new RegExp(`${ANY_ESCAPE}|${ESC}`, 'g');
const ESCAPES_BUT_ERASE = new RegExp(`(?!${ERASE_IN_LINE})(?:${ANY_ESCAPE}|${ESC})`, 'g');

/** The text without terminal escapes: they are colours to a human and noise to an agent. */
export function stripAnsi(text: string): string {
  return text.replace(ESCAPES, '');
}

/** For texts whose lines are still to be resolved, where wiping a line decides what is left of it. */
export function stripAnsiButErase(text: string): string {
  return text.replace(ESCAPES_BUT_ERASE, '');
}
