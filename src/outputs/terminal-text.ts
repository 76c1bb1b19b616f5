// Written as strings: control characters inside a regular expression literal cannot be seen.
const ESC = '\\u001b';

/** A program's wish to wipe the rest of the line (`K`, `0K`) or all of it (`2K`). */
const ERASE_IN_LINE = `${ESC}\\[[02]?K`;

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
function stripAnsiButErase(text: string): string {
  return text.replace(ESCAPES_BUT_ERASE, '');
}

const CARRIAGE_RETURN = 13;
const BACKSPACE = 8;
const ESCAPE = 27;
const NEWLINE = 10;
const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * What a notebook shows of a stream: a carriage return goes back to the start of the line, a backspace takes
 * a character away, so of a progress bar only its last state remains. Escapes are gone as well.
 */
export function resolveOverwrites(stream: string): string {
  const text = stripAnsiButErase(stream);
  const isPlain = !text.includes('\r') && !text.includes('\b') && !text.includes('\u001b');
  return isPlain ? text : resolve(text);
}

/**
 * One pass over the characters, into one buffer: pieces put together as strings would copy a line again for
 * every update, and progress bars make many.
 */
function resolve(text: string): string {
  const erase = new RegExp(ERASE_IN_LINE, 'y');
  const shown = new Uint16Array(text.length);
  let start = 0;
  let cursor = 0;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === CARRIAGE_RETURN) {
      cursor = start;
    } else if (unit === BACKSPACE) {
      if (cursor === end && end > start) end--;
      if (cursor > start) cursor--;
    } else if (unit === ESCAPE) {
      erase.lastIndex = at;
      const wish = erase.exec(text)?.[0] ?? ' ';
      // Whoever wipes the whole line goes on to write it from its start.
      if (wish.includes('2')) cursor = start;
      end = cursor;
      at += wish.length - 1;
    } else if (unit === NEWLINE) {
      shown[end++] = unit;
      start = end;
      cursor = end;
    } else {
      shown[cursor++] = unit;
      if (cursor > end) end = cursor;
    }
  }
  return decoder.decode(shown.subarray(0, end));
}
