import type { CodeRequest, CodeRun } from '../../notebook/kernel.ts';
import type { CellRun, Notebook, OnRunUpdate } from '../../notebook/notebook.ts';

/** The first line of such a cell. It is saved with the notebook if the tab dies, and found by it in the next. */
export const TEMPORARY_MARK = '# cellwire:temporary-cell (runs code for an agent, and is removed by itself)';

export type TemporaryCellWork = Pick<Notebook, 'insertCell' | 'runCell' | 'replaceSource' | 'deleteCell'>;

/** Runs code that is in no cell by a cell that is there only meanwhile. */
export async function executeInTemporaryCell(
  cells: TemporaryCellWork,
  { code }: CodeRequest,
  onUpdate?: OnRunUpdate,
): Promise<CodeRun> {
  const { cellId } = await cells.insertCell({ index: -1, kind: 'code', source: sourceOf(code) });
  let run: CellRun | undefined;
  try {
    run = await cells.runCell({ cellId }, onUpdate);
    const { cellId: _, ...ended } = run;
    return ended;
  } finally {
    await removeCell(cells, cellId, run !== undefined && run.status !== 'not_started');
  }
}

/** A magic for the whole cell must be its first line, so that one is run as a text. */
function sourceOf(code: string): string {
  if (!code.trimStart().startsWith('%%')) return `${TEMPORARY_MARK}\n${code}`;
  return `${TEMPORARY_MARK}\nget_ipython().run_cell(${JSON.stringify(code)});`;
}

/** One that did not run may still be started, when the user answers a dialog: then there must be nothing in it. */
async function removeCell(cells: TemporaryCellWork, cellId: string, hasRun: boolean): Promise<void> {
  if (!hasRun) await cells.replaceSource({ cellId, source: TEMPORARY_MARK }).catch(() => {});
  await cells.deleteCell({ cellId });
}
