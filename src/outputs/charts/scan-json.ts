/** A chart's JSON has a few million characters at most; reading it takes time on the page's own thread. */
const MOST_JSON = 5_000_000;

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);

export interface Scanned {
  value: unknown;
  /** Behind it. */
  end: number;
}

/** The list or object of JSON that begins here, in a text that goes on behind it; null when there is none. */
export function scanJson(text: string, from: number): Scanned | null {
  if (!OPEN.has(text.charCodeAt(from))) return null;
  const end = endOfValue(text, from);
  if (end < 0) return null;
  try {
    return { value: JSON.parse(text.slice(from, end)), end };
  } catch {
    return null;
  }
}

/** In one pass. What is not JSON is found out when it is parsed. */
function endOfValue(text: string, from: number): number {
  const last = Math.min(text.length, from + MOST_JSON);
  let depth = 0;
  for (let at = from; at < last; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      for (at++; at < last && text.charCodeAt(at) !== QUOTE; at++) {
        if (text.charCodeAt(at) === BACKSLASH) at++;
      }
    } else if (OPEN.has(unit)) depth++;
    else if (CLOSE.has(unit) && --depth === 0) return at + 1;
  }
  return -1;
}
