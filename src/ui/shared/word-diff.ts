import { diffWordsWithSpace } from 'diff';

export interface DiffPart {
  /** `gap`: unchanged lines that are left out, said in words. */
  kind: 'same' | 'added' | 'removed' | 'gap';
  text: string;
}

/** Two long texts that have little in common take long to compare; then all of the one is gone and all of the other new. */
const MOST_MS = 60;
/** Unchanged lines on either side of a change. */
const CONTEXT_LINES = 2;
/** Of either text: what is longer is neither compared nor shown to its end. Who decides should see it all. */
const MOST_CHARS = 200_000;

export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, now] = [head(before), head(after)];
  const changes = diffWordsWithSpace(old, now, { timeout: MOST_MS });
  const parts: DiffPart[] = changes
    ? changes.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }))
    : [
        { kind: 'removed', text: old },
        { kind: 'added', text: now },
      ];
  const shown = joined(parts).flatMap((part, index, all) =>
    part.kind === 'same' ? shorten(part.text, index === 0, index === all.length - 1) : [part],
  );
  const isCut = before.length > MOST_CHARS || after.length > MOST_CHARS;
  return isCut
    ? [...shown, { kind: 'gap', text: 'The rest is too long to be shown here: press Edit to see all of it.' }]
    : shown;
}

/** Of what two pieces have in common, so few characters are chance: torn at them, neither could be read. */
const CHANCE_CHARS = 2;

/** Changes with next to nothing between them are one: first all that is gone, then all that is new. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let [removed, added] = ['', ''];
  const end = (): void => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isBetween = removed + added !== '' && index < parts.length - 1;
    const isChance = isBetween && text.trim().length <= CHANCE_CHARS && !text.includes('\n');
    if (kind === 'same' && !isChance) {
      end();
      result.push({ kind, text });
      continue;
    }
    if (kind !== 'added') removed += text;
    if (kind !== 'removed') added += text;
  }
  end();
  return result.filter(({ text }) => text !== '');
}

/** Only what is near a change: the notebook itself shows the rest. */
function shorten(text: string, isFirst: boolean, isLast: boolean): DiffPart[] {
  const lines = text.split('\n');
  const head = isFirst ? 0 : CONTEXT_LINES + 1;
  const tail = isLast ? 0 : CONTEXT_LINES + 1;
  const left = lines.length - head - tail;
  if (left < 2 || (isFirst && isLast)) return [{ kind: 'same', text }];
  const parts: DiffPart[] = [
    { kind: 'same', text: lines.slice(0, head).join('\n') },
    { kind: 'gap', text: `${left} unchanged lines` },
    { kind: 'same', text: tail === 0 ? '' : lines.slice(-tail).join('\n') },
  ];
  return parts.filter(({ text: shown }) => shown !== '');
}

const head = (text: string): string => (text.length > MOST_CHARS ? text.slice(0, MOST_CHARS) : text);
