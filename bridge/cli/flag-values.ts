import { UsageError } from './usage-error.ts';

/** Node's own sentences are good, but those on unknown flags go on about positional arguments. */
export function unknownFlag(error: unknown): UsageError {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
  const [, flag] = /(--[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(sentence) ?? [];
  return new UsageError(flag ? `${flag} needs a value.` : `${sentence.replace(/\.$/, '')}.`);
}

export function filled(flag: string, value: string): string {
  if (value.trim() === '') throw new UsageError(`${flag} needs a value.`);
  return value;
}

/** A whole number from 1; `usual` where none is given. */
export function numberIn(flag: string, text: string | undefined, usual: number): number {
  if (text === undefined || text === '') return usual;
  const number = Number(text.replaceAll('_', ''));
  if (Number.isInteger(number) && number >= 1) return number;
  throw new UsageError(`${flag} takes a whole number from 1, not "${text}".`);
}
