import { inWords } from '../bound-text.ts';

/** Names and titles are short; what is longer is data, or hostile. */
const LONGEST_NAME = 60;

/** A text of a chart on one line, without markup, as short as a name is; empty for what is no text. */
export function nameOf(value: unknown, most = LONGEST_NAME): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  // Of a huge text only the beginning is looked at. Plotly's titles hold tags.
  const line = text
    .slice(0, 4 * most)
    .replace(/<[^<>]{0,80}>/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();
  return line.length <= most && text.length <= 4 * most ? line : `${wholeStart(line, most - 1)}…`;
}

/** Half of a surrogate pair is no character. */
const wholeStart = (text: string, most: number): string => [...text.slice(0, most)].slice(0, -1).join('');

export const quoted = (name: string): string => (name === '' ? '' : ` “${name}”`);

/** Numbers as people say them: whole ones whole, others with so many digits that they can be told apart. */
export function numberOf(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return String(Number(value.toPrecision(5)));
}

/** "a, b and 3 more" */
export function listOf(parts: readonly string[], most: number, total = parts.length): string {
  const shown = parts.slice(0, most);
  const more = total - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${inWords(more)} more` : '');
}

/** An object's own value of this name: charts name their fields as they like, also `constructor`. */
export function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** `own` over and over: own(own(value, 'title'), 'text'). */
export function deep(value: unknown, ...keys: string[]): unknown {
  return keys.reduce(own, value);
}

export const listAt = (value: unknown, key: string): readonly unknown[] => {
  const found = own(value, key);
  return Array.isArray(found) ? found : [];
};
