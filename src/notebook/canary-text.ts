import type { CanaryReport, CanaryRow } from './inspection.ts';

const HEADINGS = ['operation', 'strategy', 'works', 'ms', 'why not, or what else'];

/** Whether nothing is missing: every way works that is expected to, the page is as expected, and all is taken back. */
export function isAllWell({ rows, mismatches, left }: CanaryReport): boolean {
  return left === null && mismatches.length === 0 && rows.every(({ works }) => works !== false);
}

/** It in one sentence. */
export function countsText(report: CanaryReport): string {
  const { rows } = report;
  const working = rows.filter(({ works }) => works).length;
  const untried = rows.filter(({ isBlocked }) => isBlocked).length;
  const missing = rows.filter(({ works }) => works === false).length - untried;
  return [
    `${working} ${working === 1 ? 'way works' : 'ways work'}, ${missing} ${missing === 1 ? 'does' : 'do'} not`,
    untried > 0 ? `, ${untried} could not be tried.` : '.',
    isAllWell(report) ? ' All is well.' : '',
  ].join('');
}

/** A report as text, to be pasted where somebody can do something about it. */
export function canaryText(report: CanaryReport, version: string): string {
  const { build, rows, mismatches, left } = report;
  const surface =
    mismatches.length === 0
      ? ['The page is as expected.']
      : [
          'The page differs from what src/colab/expected-surface.ts expects:',
          ...mismatches.map(
            ({ kind, what, found, neededBy }) =>
              `  ${kind} ${what}: ${found}; needed by ${neededBy.join(', ')}`,
          ),
        ];
  return [
    `Cellwire ${version}, Colab build ${build ?? 'unknown'}`,
    countsText(report),
    ...surface,
    left === null ? 'The notebook is as it was.' : `Not taken back: ${left}.`,
    '',
    ...tableOf(rows),
  ].join('\n');
}

export function wordOf({ works, isBlocked }: CanaryRow): string {
  if (isBlocked) return '?';
  return works === null ? '-' : works ? 'yes' : 'NO';
}

function tableOf(rows: readonly CanaryRow[]): string[] {
  const lines = [
    HEADINGS,
    ...rows.map((row) => [
      row.operation,
      row.strategy,
      wordOf(row),
      row.milliseconds === null ? '' : String(row.milliseconds),
      row.why ?? '',
    ]),
  ];
  const widths = HEADINGS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((field, at) => field.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
