const hex = (bytes: Uint8Array, before = '', between = ''): string =>
  [...bytes].map((byte) => before + byte.toString(16).padStart(2, '0')).join(between);

/** The ways in which a value may be printed by code that means no harm, and by some that does. */
export function encodingsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const quoted = inAddress(value);
  return [
    value,
    [...value].reverse().join(''),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
    hex(bytes),
    hex(bytes, '', ':'),
    hex(bytes, 'x'),
    hex(bytes, '%'),
    quoted,
    quoted.replaceAll('%20', '+'),
    quoted.replaceAll('%2F', '/'),
    inHtml(value, '&#x27;'),
    inHtml(value, '&#39;'),
    escaped(value, (code) => `u${code.toString(16).padStart(4, '0')}`),
    escaped(value, (code) => `x${code.toString(16).padStart(2, '0')}`),
    ...asNumber(value),
  ];
}

/** Digits that were taken for a number are without leading zeros, and rounded if there are many. */
function asNumber(value: string): string[] {
  return /^\d+$/.test(value) ? [String(Number(value))] : [];
}

/** As it stands in a longer text that was encoded: without the characters that belong to its neighbours as well. */
function base64At(bytes: Uint8Array, offset: number): string[] {
  const shifted = new Uint8Array(offset + bytes.length);
  shifted.set(bytes, offset);
  const text = btoa(Array.from(shifted, (byte) => String.fromCharCode(byte)).join(''));
  const own = text.slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6));
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}

/** Half a surrogate pair has no form in an address. */
function inAddress(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

function inHtml(value: string, apostrophe: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return value.replace(/[&<>"']/g, (character) => named[character] ?? apostrophe);
}

/** As JSON and Python write what is not ASCII; the backslash itself does not count. */
function escaped(value: string, write: (code: number) => string): string {
  return value.replace(/[^\0-\x7f]/g, (character) => write(character.charCodeAt(0)));
}
