import { diffWordsWithSpace } from 'diff';

export interface DiffPart {
  kind: 'same' | 'added' | 'removed' | 'skipped';
  text: string;
}

/** A difference that takes longer is not worth the wait: then all of the old goes and all of the new comes. */
const MAX_MS = 40;
/** Lines that stay the same are shown so far around a change. */
const AROUND_LINES = 2;

/** What is different, word by word, with long stretches that stay the same left out. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { timeout: MAX_MS });
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.flatMap(({ added, removed, value }, place): DiffPart[] => {
    if (added) return [{ kind: 'added', text: value }];
    if (removed) return [{ kind: 'removed', text: value }];
    return shortened(value, place === 0, place === changes.length - 1);
  });
}

function shortened(text: string, isFirst: boolean, isLast: boolean): DiffPart[] {
  const lines = text.split('\n');
  // What stands on the line of a change belongs to it.
  const head = isFirst ? 0 : AROUND_LINES + 1;
  const tail = isLast ? 0 : AROUND_LINES + 1;
  const skipped = lines.length - head - tail;
  if (skipped < 3) return [{ kind: 'same', text }];
  const parts: DiffPart[] = [
    { kind: 'same', text: lines.slice(0, head).join('\n') },
    { kind: 'skipped', text: `${skipped} unchanged lines` },
    { kind: 'same', text: tail === 0 ? '' : lines.slice(-tail).join('\n') },
  ];
  return parts.filter(({ text }) => text !== '');
}
