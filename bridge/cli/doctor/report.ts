import { VERSION } from '../../version.ts';

/** One line, as it is shown. Nothing but types and texts here: also a Node that is too old loads this. */
export interface Line {
  /** The check that it is of. */
  check: string;
  title: string;
  status: 'ok' | 'warning' | 'failure' | 'skipped';
  says: string;
  mend?: string;
}

const MARKS = { ok: 'ok', warning: 'warning', failure: 'FAILURE', skipped: '-' } as const;
const COLOURS = { ok: 32, warning: 33, failure: 31, skipped: 2 } as const;
const MARK_WIDTH = 7;

export interface Style {
  colours?: boolean;
}

/** For people: a line for each finding, and below it what mends it. */
export function textReport(lines: readonly Line[], { colours = false }: Style = {}): string {
  const titleWidth = Math.max(...lines.map(({ title }) => title.length));
  const indent = ' '.repeat(MARK_WIDTH + titleWidth + 6);
  const body = lines.flatMap(({ status, title, says, mend }) => {
    const mark = MARKS[status].padEnd(MARK_WIDTH);
    const shown = colours ? `\u001b[${COLOURS[status]}m${mark}\u001b[0m` : mark;
    const line = `  ${shown}  ${title.padEnd(titleWidth)}  ${says}`;
    return mend === undefined ? [line] : [line, `${indent.slice(2)}> ${mend}`];
  });
  return [`cellwire ${VERSION}`, '', ...body, '', summary(lines), ''].join('\n');
}

/** For programs. */
export function jsonReport(lines: readonly Line[]): string {
  const ok = !hasFailure(lines);
  return `${JSON.stringify({ version: VERSION, ok, findings: lines }, null, 2)}\n`;
}

export const hasFailure = (lines: readonly Line[]): boolean =>
  lines.some(({ status }) => status === 'failure');

function summary(lines: readonly Line[]): string {
  const count = (status: Line['status']): number => lines.filter((line) => line.status === status).length;
  const parts = [counted(count('failure'), 'failure'), counted(count('warning'), 'warning')].filter(Boolean);
  if (parts.length === 0) return 'Nothing is wrong.';
  return `${parts.join(', ')}. What to do is behind ">"; more in docs/troubleshooting.md.`;
}

const counted = (number: number, word: string): string =>
  number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 's'}`;
