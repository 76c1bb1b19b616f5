const ESCAPE = 0x1b;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
/** A code of a terminal is never longer. */
const LONGEST_CODE = 40;

/** Characters that take no room, or only room: a text may be wrapped and broken by them and still be the same. */
const isSpace = (code: number): boolean =>
  code <= 0x20 || code === 0xa0 || code === 0xad || (code >= 0x200b && code <= 0x200d) || code === 0xfeff;

export interface Squeezed {
  text: string;
  /** Where each character of it stands in the whole text. */
  places: Int32Array;
}

/**
 * What is left of a text without what may stand between the characters of a secret when it is printed: line breaks,
 * colours of a traceback, the escapes of JSON, however deep. Capital letters count as small ones.
 */
export function squeeze(text: string): Squeezed {
  const places = new Int32Array(text.length);
  const kept: string[] = [];
  let run = '';
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const skipped = skip(text, at, code);
    if (skipped === 0) {
      places[count++] = at;
      run += code >= 0x41 && code <= 0x5a ? String.fromCharCode(code + 0x20) : text.charAt(at);
      if (run.length >= 4_096) {
        kept.push(run);
        run = '';
      }
    }
    at += skipped || 1;
  }
  kept.push(run);
  return { text: kept.join(''), places: places.subarray(0, count) };
}

/** How many characters from here on do not count. */
function skip(text: string, at: number, code: number): number {
  if (code === ESCAPE) return 1 + codeLength(text, at + 1);
  if (isSpace(code)) return 1;
  if (code !== BACKSLASH) return 0;
  const next = text.charAt(at + 1);
  if (next === 'n' || next === 'r' || next === 't') return 2;
  for (const written of ['u001b', 'x1b', '033']) {
    if (!text.startsWith(written, at + 1)) continue;
    const length = codeLength(text, at + 1 + written.length);
    if (length > 0) return 1 + written.length + length;
  }
  return 1;
}

/** Of what follows the escape: a bracket, numbers, a letter. */
function codeLength(text: string, from: number): number {
  if (text.charCodeAt(from) !== BRACKET) return 0;
  for (let at = from + 1; at < text.length && at < from + LONGEST_CODE; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x40 && code <= 0x7e) return at + 1 - from;
  }
  return 0;
}
