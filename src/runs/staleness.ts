import type { LastRun } from './kernel-record.ts';

/** A code cell, and what is known of how it ran. */
export interface CellFacts {
  cellId: string;
  index: number;
  revision: string;
  /** As the page shows it: it may be of a run long ago. */
  executionCount: number | null;
  /** The last run that was seen. */
  last: LastRun | undefined;
  /** Whether the kernel remembers this very text under this count; `unknown` when it cannot be asked. */
  memory: 'same' | 'other' | 'none' | 'unknown';
}

export interface KernelFacts {
  isConnected: boolean;
  /** Of its present start; undefined when the page does not tell. */
  session: string | undefined;
}

export interface CellWithReason {
  cellId: string;
  index: number;
  reason: string;
}

type Finding = { stale: string } | { unknown: string } | 'fresh';

const EARLIER_START = 'ran in an earlier start of the kernel';
const CHANGED = 'changed since it ran';

/**
 * Which cells would give something else if they were run now, by what they read and when they ran. What they do is not
 * looked at: a cell that depends on nothing is stale all the same when one above it ran later.
 */
export function findStale(
  cells: readonly CellFacts[],
  kernel: KernelFacts,
): { stale: CellWithReason[]; unknown: CellWithReason[] } {
  const stale: CellWithReason[] = [];
  const unknown: CellWithReason[] = [];
  /** The latest of the cells above that ran in this start of the kernel. */
  let latest: { cellId: string; count: number } | null = null;
  for (const cell of cells) {
    const { cellId, index } = cell;
    const finding = judge(cell, kernel);
    const count = cell.last?.executionCount ?? cell.executionCount;
    if (finding !== 'fresh' && 'unknown' in finding) unknown.push({ cellId, index, reason: finding.unknown });
    else if (finding !== 'fresh') stale.push({ cellId, index, reason: finding.stale });
    else if (latest && count !== null && count < latest.count) {
      stale.push({ cellId, index, reason: `ran before cell ${latest.cellId}, which is above it` });
    }
    const isOfThisStart = finding === 'fresh' || ('stale' in finding && finding.stale === CHANGED);
    if (isOfThisStart && count !== null && count > (latest?.count ?? 0)) latest = { cellId, count };
  }
  return { stale, unknown };
}

function judge({ revision, executionCount, last, memory }: CellFacts, kernel: KernelFacts): Finding {
  if (!last && executionCount === null) return { stale: 'has not run' };
  if (!kernel.isConnected) return { stale: 'no runtime is connected' };
  if (last && last.status !== 'ok') return { stale: `its last run ended as "${last.status}"` };
  const { kernelSession } = last ?? {};
  if (kernelSession !== undefined && kernel.session !== undefined && kernelSession !== kernel.session) {
    return { stale: EARLIER_START };
  }
  if (last?.revision !== undefined && last.revision !== revision) return { stale: CHANGED };
  const isSeen = last?.revision !== undefined && kernelSession !== undefined && kernel.session !== undefined;
  if (isSeen || memory === 'same') return 'fresh';
  if (memory === 'none') return { stale: EARLIER_START };
  if (memory === 'other') return { stale: `${CHANGED}, or ${EARLIER_START}` };
  return {
    unknown:
      'ran before this was watched: whether it has changed since, or the kernel is the same, is not known',
  };
}
