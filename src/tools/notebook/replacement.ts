import { Failure } from '../../notebook/failure.ts';
import { startOf } from '../../outputs/bound-text.ts';

/** More lines of one cell than anybody wants to read at once. */
const MOST_LINES = 20;
const LINE_CHARS = 200;
/** What is shown of a line on either side of what was changed in it. */
const AROUND_CHARS = 16;
/** For one cell; looked at behind every line. */
const PATTERN_MS = 1_000;
/**
 * How long a line may be for a pattern with none, one, two or three parts of any length: it goes through the line as
 * often, and once more. The worst then takes some milliseconds.
 */
const MOST_CHARS = [Number.POSITIVE_INFINITY, 5_000, 500, 150];

type Replacer = (text: string) => { text: string; count: number };

export function replacerOf(find: string, replace: string, isRegex: boolean): Replacer {
  if (!isRegex) {
    return (text) => {
      const pieces = text.split(find);
      return { text: pieces.join(replace), count: pieces.length - 1 };
    };
  }
  const pattern = patternOf(find);
  const most = MOST_CHARS[repeatsIn(find)] ?? 0;
  return (text) => {
    const startedAt = performance.now();
    let count = 0;
    const lines = text.split('\n').map((line) => {
      if (line.length > most) throw tooLong(line.length, most);
      const found = line.match(pattern)?.length ?? 0;
      count += found;
      if (performance.now() - startedAt > PATTERN_MS) throw tooSlow(find);
      return found === 0 ? line : line.replace(pattern, replace);
    });
    return { text: lines.join('\n'), count };
  };
}

/**
 * How many parts of a pattern can have any length. It runs where the user's page runs, and nothing can stop it: one that
 * repeats a group, or refers back to one, can take time that doubles with every letter, and is refused.
 */
function repeatsIn(find: string): number {
  // Without what stands for itself: escaped characters, and classes in brackets.
  const bare = find.replace(/\\[^1-9k]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
  const repeats = bare.match(/[*+]|\{\d+,?\d*\}/g)?.length ?? 0;
  if (/\)[*+{]|\\[1-9k]/.test(bare) || repeats >= MOST_CHARS.length) throw tooSlow(find);
  return repeats;
}

function patternOf(find: string): RegExp {
  try {
    return new RegExp(find, 'g');
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Failure('invalid_input', `The pattern cannot be read: ${why}.`, 'Nothing was changed.');
  }
}

function tooSlow(find: string): Failure {
  return new Failure(
    'invalid_input',
    `The pattern "${find.slice(0, LINE_CHARS)}" may take without end, in the user's own browser.`,
    `Nothing was changed. Write it without a repeated group and a reference to one, with at most ${MOST_CHARS.length - 1} of * + {}, or use a plain text.`,
  );
}

function tooLong(chars: number, most: number): Failure {
  return new Failure(
    'invalid_input',
    `A line of ${chars} characters is too long for this pattern, which takes ${most}: it might take without end.`,
    'Nothing was changed. Leave that cell out (cellIds), write the pattern with fewer of * + {}, or use a plain text.',
  );
}

/** The lines that read otherwise afterwards, with their numbers from 1; `isBrief`: only what is new in them, and what is around it. */
export function changedLines(before: string, after: string, isBrief: boolean): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const isSameLength = old.length === now.length;
  const changed = now
    .map((line, index) => ({ line, index }))
    .slice(start, now.length - end)
    // Where no line was added or taken, those in between that stayed are no news.
    .filter(({ line, index }) => !isSameLength || line !== old[index])
    .map(({ line, index }) => {
      const shown = isBrief && isSameLength ? aroundChange(old[index] ?? '', line) : line;
      return `${index + 1}: ${startOf(shown, LINE_CHARS)}`;
    });
  const more = changed.length - MOST_LINES;
  return more > 0 ? [...changed.slice(0, MOST_LINES), `… and ${more} more`] : changed;
}

/** The part of a line that is not as it was, with a few characters on either side. */
function aroundChange(old: string, now: string): string {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  // Where a mark would take the place of one character, that is shown.
  const from = start > AROUND_CHARS + 1 ? start - AROUND_CHARS : 0;
  const to = end > AROUND_CHARS + 1 ? now.length - end + AROUND_CHARS : now.length;
  return `${from > 0 ? '…' : ''}${now.slice(from, to)}${to < now.length ? '…' : ''}`;
}
