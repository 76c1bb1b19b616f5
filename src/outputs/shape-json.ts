import { hideDataAddresses, isBase64, kilobytes } from './base64.ts';
import { countOf, inWords, startOf } from './bound-text.ts';

/** Longer JSON is described: a chart's data fills the agent's context and tells it little. */
const MAX_JSON_CHARS = 5_000;

/** Metadata and values that nobody foresaw: kept while they are small. */
export const MAX_OTHER_CHARS = 300;

/** What is looked at to find base64 in it, of all texts together: of a value with more, little would be left to show. */
const MOST_SEARCHED = 2_000_000;

const LONGEST_BASE64 = 200;
const KEYS_NAMED = 12;

export const isJsonType = (mimeType: string): boolean =>
  mimeType === 'application/json' ||
  mimeType.endsWith('+json') ||
  /^application\/vnd\.[\w.-]+\.json$/.test(mimeType);

/**
 * The value itself when it is small, else a sentence about it; with a limit of 0 always the sentence.
 * Never base64, never an error.
 */
export function shapeJson(value: unknown, limit: number = MAX_JSON_CHARS): unknown {
  try {
    const small = smallJson(value, limit);
    if (small !== null) return JSON.parse(small);
    // Without looking into it: a chart may hold millions of numbers.
    return describeJson(value, JSON.stringify(value ?? null).length);
  } catch {
    return '[JSON that cannot be shown]';
  }
}

/** JSON without base64; null when it is longer than the limit, found out by looking at so many values at most. */
function smallJson(value: unknown, limit: number): string | null {
  let values = 0;
  let chars = 0;
  try {
    const json = JSON.stringify(value, (_key, part: unknown) => {
      // Each of them takes a character at least.
      if (++values > limit) throw TOO_LONG;
      if (typeof part !== 'string') return part;
      chars += part.length;
      if (chars > MOST_SEARCHED) throw TOO_LONG;
      return withoutBase64(part);
    });
    if (json === undefined) return 'null';
    return json.length <= limit ? json : null;
  } catch (error) {
    if (error === TOO_LONG) return null;
    throw error;
  }
}

const TOO_LONG = new Error('It is longer than what can be shown.');

function withoutBase64(text: string): string {
  if (text.length > LONGEST_BASE64 && isBase64(text)) return `[${kilobytes(text.length)} of base64]`;
  return hideDataAddresses(text);
}

/** A sentence about a value that is not shown. */
function describeJson(value: unknown, chars: number): string {
  return `[${countOf(chars, 'character')} of JSON${contents(value)}]`;
}

function contents(value: unknown): string {
  const isJson = typeof value === 'string' && value.length <= MOST_SEARCHED;
  const read = isJson ? parseOrNull(value) : value;
  if (Array.isArray(read)) return `: a list of ${inWords(read.length)}`;
  if (typeof read !== 'object' || read === null) return '';
  const keys = Object.keys(read);
  const named = keys.slice(0, KEYS_NAMED).map((key) => startOf(key, 40));
  const more = keys.length > KEYS_NAMED ? ` and ${inWords(keys.length - KEYS_NAMED)} more` : '';
  return `: top-level keys ${named.join(', ')}${more}`;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
