export interface Figure {
  name: string;
  ms: number;
  against: string;
  floorMs: number;
  /** The ratio it should stay within, or null where the figure is only told. */
  target: number | null;
}

export function printTable(figures: Figure[]): void {
  const rows = figures.map(({ name, ms, against, floorMs, target }) => [
    name,
    `${ms.toFixed(2)} ms`,
    `${(ms / floorMs).toFixed(2)} ×`,
    `${against} (${floorMs.toFixed(2)} ms)`,
    target === null ? '' : `${ms / floorMs <= target ? 'within' : 'ABOVE'} ${target} ×`,
  ]);
  const table = [['p50 of', 'time', 'ratio', 'to', 'target'], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table)
    console.log(
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
