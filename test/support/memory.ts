import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** What the browser's renderers weigh can be told where the system tells it: on Linux. */
export const tellsMemory = process.platform === 'linux';

const MEGABYTE_KB = 1_000;

/** How many megabytes the heaviest of the renderers that this process started has needed at most, since the last reset. */
export function peakOfRenderers(): number {
  return Math.max(0, ...renderers().map((pid) => statusOf(pid, 'VmHWM') / MEGABYTE_KB));
}

/** From now on peaks are counted anew. */
export function resetPeaks(): void {
  for (const pid of renderers()) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function renderers(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), statusOf(Number(name), 'PPid'));
  }
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.pid || isOurs(parents.get(pid)));
  return [...parents.keys()].filter(
    (pid) => isOurs(pid) && readOrNothing(`/proc/${pid}/cmdline`).includes('--type=renderer'),
  );
}

function statusOf(pid: number, key: string): number {
  const line = readOrNothing(`/proc/${pid}/status`)
    .split('\n')
    .find((text) => text.startsWith(`${key}:`));
  return Number.parseInt(line?.slice(key.length + 1) ?? '0', 10);
}

/** A process may end while it is looked at. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
