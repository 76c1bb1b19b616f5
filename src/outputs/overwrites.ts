import { ERASE_IN_LINE, stripAnsi, stripAnsiButErase } from './ansi.ts';

const CARRIAGE_RETURN = 13;
const BACKSPACE = 8;
const SPACE = 32;
const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * What a notebook shows of a stream: a carriage return goes back to the start of the line, a backspace takes
 * a character away, so of a progress bar only its last state remains. Escapes are gone as well.
 */
export function resolveOverwrites(stream: string): string {
  const text = stripAnsiButErase(stream);
  const erases = new RegExp(ERASE_IN_LINE, 'y');
  if (!/[\r\b\u001b\u009b]/.test(text)) return text;
  const resolved = text
    .split('\n')
    .map((line) => (/[\r\b\u001b\u009b]/.test(line) ? resolveLine(line, erases) : line))
    .join('\n');
  return stripAnsi(resolved);
}

/**
 * One pass over the characters, into a buffer: pieces put together as strings would copy the line again for
 * every update, and progress bars make many.
 */
function resolveLine(line: string, erases: RegExp): string {
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
    } else if (unit === 0x1b || unit === 0x9b) {
      erases.lastIndex = at;
      const erase = erases.exec(line)?.[0];
      if (!erase) continue;
      if (erase.includes('2')) shown.fill(SPACE, 0, column);
      length = column;
      at += erase.length - 1;
    } else {
      shown[column++] = unit;
      if (column > length) length = column;
    }
  }
  return decoder.decode(shown.subarray(0, length));
}
