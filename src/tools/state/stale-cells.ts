import { callPython } from '../../kernel/call-python.ts';
import { cellsRunScript } from '../../kernel/state/scripts.ts';
import { fromLines } from '../../notebook/cell.ts';
import type { KernelState } from '../../notebook/kernel.ts';
import type { CellPage } from '../../notebook/notebook.ts';
import type { Runner } from '../../runs/runner.ts';
import type { CellFacts, CellWithReason } from '../../runs/staleness.ts';
import { findStale } from '../../runs/staleness.ts';
import { isRecord } from '../../wire/json.ts';
import type { ToolContext } from '../tool.ts';

type ReadCell = CellPage['cells'][number];

export interface StaleCells {
  cells: ReadCell[];
  stale: CellWithReason[];
  unknown: CellWithReason[];
}

/** Which cells are not up to date, in the order of the notebook. Cells that run now, or are empty, are left aside. */
export async function staleCells(context: ToolContext): Promise<StaleCells> {
  const { notebook, kernel, runs } = context;
  const [{ cells }, state] = await Promise.all([notebook.readCells({}), kernel.state()]);
  const running = new Set(runs.underWay.map(({ cellId }) => cellId));
  const meant = cells.filter(
    ({ id, cell_type, source }) =>
      cell_type === 'code' && fromLines(source).trim() !== '' && !running.has(id),
  );
  const memories = await askKernel(
    meant.filter((cell) => needsMemory(cell, state, context)),
    state,
    context,
  );
  const facts = meant.map((cell) => factsOf(cell, runs, memories.get(cell.id)));
  return { cells, ...findStale(facts, { isConnected: isConnected(state), session: state.session }) };
}

export function factsOf(
  { id, index, revision, execution_count }: Omit<ReadCell, 'cell_type' | 'source'>,
  runs: Runner,
  memory: CellFacts['memory'] = 'unknown',
): CellFacts {
  return {
    cellId: id,
    index,
    revision,
    executionCount: execution_count ?? null,
    last: runs.record.lastRunOf(id),
    memory,
  };
}

export const isConnected = ({ state }: KernelState): boolean =>
  state !== 'disconnected' && state !== 'connecting';

/** Only what was not seen to run, or not in which start of the kernel. */
function needsMemory(
  { id, execution_count }: ReadCell,
  { session }: KernelState,
  { runs }: ToolContext,
): boolean {
  const last = runs.record.lastRunOf(id);
  return (
    typeof execution_count === 'number' &&
    (last?.revision === undefined || last.kernelSession === undefined || session === undefined)
  );
}

/** A kernel that is at work would answer only when it is done, and none is started for a question. */
async function askKernel(
  cells: readonly ReadCell[],
  { state }: KernelState,
  { kernel }: ToolContext,
): Promise<Map<string, CellFacts['memory']>> {
  const memories = new Map<string, CellFacts['memory']>();
  if (cells.length === 0 || state !== 'idle') return memories;
  const counts = cells.map(({ execution_count }) => execution_count);
  const answer = await callPython(kernel, cellsRunScript, { counts }).catch(() => null);
  if (!isRecord(answer) || !isRecord(answer.inputs)) return memories;
  for (const { id, execution_count, source } of cells) {
    const remembered = answer.inputs[String(execution_count)];
    const own = await fingerprint(fromLines(source));
    memories.set(id, remembered === undefined ? 'none' : remembered === own ? 'same' : 'other');
  }
  return memories;
}

/** As cells_run.py makes it. */
async function fingerprint(text: string): Promise<string> {
  const data = new TextEncoder().encode(text.replace(/\n+$/, ''));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
