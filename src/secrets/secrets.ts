import { isRecord } from '../wire/json.ts';
import { cutsIn } from './cuts.ts';
import { encodingsOf } from './encodings.ts';
import { MARK } from './mark.ts';
import type { Match } from './matcher.ts';
import { Matcher } from './matcher.ts';
import { squeeze } from './squeeze.ts';

/** Of a secret that is cut, by the end of a text or before, so much is taken for it. Less would hit ordinary words. */
const LEAST_PART = 5;
const BACKSLASH = '\\';

/** The values of secrets that are in use: known so that nothing which goes to an agent has them in it. Never written down. */
export class Secrets {
  readonly #values = new Map<string, string>();
  #needles: string[] = [];
  #matcher = new Matcher([]);
  #backwards = new Matcher([], true);
  #longest = 0;

  /** Those that are in use. */
  get names(): string[] {
    return [...this.#values.keys()];
  }

  keep(name: string, value: string): void {
    this.#values.set(name, value);
    // One that was in use before is so still, wherever code has kept it.
    const found = encodingsOf(value).map((text) => squeeze(text).text);
    this.#needles = [...new Set([...this.#needles, ...found.filter(({ length }) => length > LEAST_PART)])];
    this.#matcher = new Matcher(this.#needles);
    this.#backwards = new Matcher(this.#needles, true);
    this.#longest = Math.max(0, ...this.#needles.map(({ length }) => length));
  }

  text(text: string): string {
    return this.#texts([text])[0] ?? '';
  }

  /** The same data without what must not be said. Lists of texts are taken as one text in several lines. */
  data(data: Record<string, unknown>): Record<string, unknown> {
    if (this.#needles.length === 0) return data;
    return this.#record(data);
  }

  #record(data: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [this.text(key), this.#value(value)]),
    );
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number' || typeof value === 'bigint') return this.#number(value);
    if (Array.isArray(value)) {
      const list: unknown[] = value;
      return list.every((one) => typeof one === 'string')
        ? this.#texts(list)
        : list.map((one) => this.#value(one));
    }
    return isRecord(value) ? this.#record(value) : value;
  }

  /** A secret of digits alone may be taken for a number on its way. Only all of it counts: a part of it is any number. */
  #number(value: number | bigint): number | bigint | string {
    const text = String(value);
    return this.#matcher.find(text).length > 0 ? this.text(text) : value;
  }

  #texts(texts: readonly string[]): string[] {
    if (this.#needles.length === 0) return [...texts];
    const hidden = this.#placesIn(texts);
    if (hidden.length === 0) return [...texts];
    let from = 0;
    return texts.map((text) => {
      const part = hide(text, from, hidden);
      from += text.length;
      return part;
    });
  }

  /** Where secrets stand in all of the texts together, in order, without overlaps. */
  #placesIn(texts: readonly string[]): Match[] {
    const whole = texts.join('');
    const { text, places } = squeeze(whole);
    const { ends, begins } = cutsIn(text, places, texts);
    // Of what is not cut before, only so much can be the rest of a secret.
    const cutBefore = text.slice(0, begins.lastIndexOf(1) + this.#longest);
    const matches = [
      ...this.#matcher.find(text, ends, LEAST_PART),
      ...this.#backwards.find(cutBefore, begins, LEAST_PART),
    ];
    matches.sort((one, other) => one.start - other.start);
    const joined: Match[] = [];
    for (const match of matches) {
      const last = joined.at(-1);
      if (last && match.start < last.end) last.end = Math.max(last.end, match.end);
      else joined.push({ ...match });
    }
    return joined.map(({ start, end }) => {
      let first = places[start] ?? 0;
      // What would escape the first character must not be left to escape another.
      while (first > 0 && whole[first - 1] === BACKSLASH) first -= 1;
      return { start: first, end: (places[end - 1] ?? 0) + 1 };
    });
  }
}

/** The mark goes where a secret begins; of one that began in a text before, the rest is left out. */
function hide(text: string, from: number, hidden: readonly Match[]): string {
  const kept: string[] = [];
  let at = from;
  const end = from + text.length;
  for (const match of hidden) {
    if (match.end <= at || match.start >= end) continue;
    kept.push(text.slice(at - from, Math.max(match.start, at) - from));
    if (match.start >= from) kept.push(MARK);
    at = Math.min(match.end, end);
  }
  kept.push(text.slice(at - from));
  return kept.join('');
}
