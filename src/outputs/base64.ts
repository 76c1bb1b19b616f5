const decoder = new TextDecoder('utf-16le');
const SPACE = 32;

/** As notebooks hold binary data: wrapped into lines, or with the head of a data: address. */
export function cleanBase64(text: string): string {
  const data = text.replace(/^data:[^,]{0,200},/, '');
  return /\s/.test(data) ? withoutWhiteSpace(data) : data;
}

/** In one pass: a replacement for each of the breaks takes seconds where every other character is one. */
function withoutWhiteSpace(text: string): string {
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > SPACE) units[length++] = unit;
  }
  return decoder.decode(units.subarray(0, length));
}

/** Whether a value is binary data in base64, as opposed to something to read. */
export function isBase64(text: string): boolean {
  // One search for a foreign character: a pattern for the whole could exhaust the stack on a long text.
  return text.length % 4 === 0 && text !== '' && !/[^A-Za-z0-9+/=]|=[^=]/.test(text);
}

/** The bytes between two characters, both a multiple of four from the start; none if it is no base64. */
export function decodeBase64(base64: string, start = 0, end = base64.length): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(base64.slice(start, end));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return new Uint8Array();
  }
}

export function bytesToBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(binary);
}

export const kilobytes = (base64Length: number): string =>
  `${Math.max(1, Math.round((base64Length * 3) / 4 / 1000)).toLocaleString('en')} kB`;

// No least length in the pattern: counting repetitions, it would exhaust the stack on a long text.
const DATA_ADDRESS = /(data:[\w.+/-]{1,80}(?:;[\w=.-]{1,40}){0,3};base64,)[A-Za-z0-9+/=]+/g;

const SHORTEST_HIDDEN = 64;

/** Pictures and fonts written into a text as data: addresses: megabytes that nobody can read. */
export function hideDataAddresses(text: string): string {
  return text.replace(DATA_ADDRESS, (all: string, head: string) =>
    all.length - head.length < SHORTEST_HIDDEN
      ? all
      : `${head}[${kilobytes(all.length - head.length)} left out]`,
  );
}
