import { ERASE_IN_LINE, stripAnsiButErase } from './ansi.ts';

const CARRIAGE_RETURN = 13;
const BACKSPACE = 8;
const ESCAPE = 27;
const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * What a notebook shows of a stream: a carriage return goes back to the start of the line, a backspace takes
 * a character away, so of a progress bar only its last state remains. Escapes are gone as well.
 */
export function resolveOverwrites(stream: string): string {
  const text = stripAnsiButErase(stream);
  return isPlain(text)
    ? text
    : text
        .split('\n')
        .map((line) => (isPlain(line) ? line : resolveLine(line)))
        .join('\n');
}

function isPlain(text: string): boolean {
  return !text.includes('\r') && !text.includes('\b') && !text.includes('\u001b');
}

/**
 * One pass over the characters, into a buffer: pieces put together as strings would copy the line again for
 * every update, and progress bars make many.
 */
function resolveLine(line: string): string {
  const erase = new RegExp(ERASE_IN_LINE, 'y');
  const shown = new Uint16Array(line.length);
  let column = 0;
  let length = 0;
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at);
    if (unit === CARRIAGE_RETURN) {
      column = 0;
    } else if (unit === BACKSPACE) {
      if (column === length && length > 0) length--;
      if (column > 0) column--;
    } else if (unit === ESCAPE) {
      erase.lastIndex = at;
      const wish = erase.exec(line)?.[0] ?? ' ';
      // Whoever wipes the whole line goes on to write it from its start.
      if (wish.includes('2')) column = 0;
      length = column;
      at += wish.length - 1;
    } else {
      shown[column++] = unit;
      if (column > length) length = column;
    }
  }
  return decoder.decode(shown.subarray(0, length));
}
