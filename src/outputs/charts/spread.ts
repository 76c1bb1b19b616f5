import { inWords } from '../bound-text.ts';
import { nameOf, numberOf } from './words.ts';

const NAMED = 5;
const MOST_DISTINCT = 100;
const DATE = /^\d{4}-\d\d(?:-\d\d)?(?:[T ][\d:.,+Z-]{1,30})?$/;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** What the values of an axis, a column or a field span: of numbers and dates the range, else which there are. */
export class Spread {
  count = 0;
  #numbers = 0;
  #dates = 0;
  #names = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;
  #first = '';
  #last = '';
  readonly #distinct = new Set<string>();

  add(value: unknown): void {
    this.count++;
    if (typeof value === 'number') this.#addNumber(value);
    else if (typeof value === 'string') this.#addText(value);
    else if (typeof value === 'boolean') this.#addName(String(value));
  }

  #addNumber(value: number): void {
    if (!Number.isFinite(value)) return;
    this.#numbers++;
    if (value < this.#least) this.#least = value;
    if (value > this.#most) this.#most = value;
  }

  #addText(text: string): void {
    if (text.length <= 40 && NUMBER.test(text)) this.#addNumber(Number(text));
    else if (text.length <= 40 && DATE.test(text)) {
      this.#dates++;
      // Of one form, as the values of a column are, they are in order as texts.
      if (this.#first === '' || text < this.#first) this.#first = text;
      if (text > this.#last) this.#last = text;
    } else this.#addName(nameOf(text, 30));
  }

  #addName(name: string): void {
    this.#names++;
    if (this.#distinct.size < MOST_DISTINCT) this.#distinct.add(name);
  }

  /** Empty when there is nothing to say. */
  toString(): string {
    if (this.#names > this.#numbers + this.#dates) return this.#nameList();
    if (this.#dates > this.#numbers) return rangeOf(dayOf(this.#first), dayOf(this.#last));
    return this.#numbers > 0 ? rangeOf(numberOf(this.#least), numberOf(this.#most)) : '';
  }

  #nameList(): string {
    const { size } = this.#distinct;
    const names = [...this.#distinct].slice(0, NAMED).join(', ');
    if (size <= NAMED) return names;
    return `${names} … (${inWords(size)}${size === MOST_DISTINCT ? ' or more' : ''} different)`;
  }
}

const rangeOf = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`);

const dayOf = (date: string): string => date.replace(/[T ]00:00:00(?:\.0{1,9})?Z?$/, '');
