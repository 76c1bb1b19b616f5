import { withPlainLineEnds } from '../../notebook/cell.ts';
import type { SourceChange } from '../../notebook/notebook.ts';
import { cellRevision } from '../../notebook/revision.ts';
import { requireCell, requireRevision, untilLegible } from '../lookup.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { callServiceTool, serviceTool } from '../surface/tools-service.ts';
import { type Strategy, type StrategyMemory, tryStrategies } from '../try-strategies.ts';
import { typeSource } from './type-source.ts';

interface Replacement {
  cellId: string;
  source: string;
  /** What it replaces. One that had to be opened first may turn out to be another than was shown. */
  before: string;
  /** Whether only that may be replaced. */
  isExpected: boolean;
}

/**
 * The cell's own methods come before the tools service here: they set the text in the same task as the
 * check of the revision, so that a human's keystroke cannot fall in between and be overwritten.
 */
export const replaceStrategies: readonly Strategy<Replacement>[] = [
  {
    name: 'cell.setText',
    available: (page) => can(page.firstCell?.view, 'setText'),
    attempt: (page, job) => {
      const cell = requireCell(page, job.cellId);
      return cell.view && act(cell.view, 'setText', job.source);
    },
  },
  {
    name: 'textModel.setValue',
    available: (page) => can(page.firstCell?.textModel, 'setValue'),
    attempt: (page, job) => {
      const { textModel } = requireCell(page, job.cellId);
      return textModel && act(textModel, 'setValue', job.source);
    },
  },
  {
    name: 'model.setText',
    available: (page) => can(page.firstCell?.model, 'setText'),
    attempt: (page, job) => {
      const { model } = requireCell(page, job.cellId);
      return model && act(model, 'setText', job.source);
    },
  },
  {
    name: 'tools service',
    available: (page) => serviceTool(page.notebook, 'update_cell') !== null,
    attempt: (page, job) =>
      callServiceTool(page.notebook, 'update_cell', { cellId: job.cellId, content: job.source }),
  },
  {
    // The only one that needs no objects of the page; it takes the focus for a moment.
    name: 'paste into the editor',
    needsSight: true,
    timeoutMs: 10_000,
    settledMs: 0,
    available: (page) => page.cellList !== null,
    attempt: async (page, job) => {
      job.before = await typeSource(page, job);
    },
  },
];

export async function replaceSource(
  page: ColabPage,
  memory: StrategyMemory,
  change: SourceChange,
): Promise<{ revision: string; before: string }> {
  const source = withPlainLineEnds(change.source);
  const cell = requireCell(page, change.cellId);
  if (!cell.isLegible) await untilLegible(cell);
  requireRevision(cell, change.expectedRevision);
  const job = {
    cellId: change.cellId,
    source,
    before: cell.text,
    isExpected: change.expectedRevision !== undefined,
  };
  if (job.before !== source || cell.extent !== 'whole') {
    // tryStrategies() calls the first strategy in this same task, before its first await.
    await tryStrategies({
      page,
      memory,
      operation: 'replace the text of a cell',
      strategies: replaceStrategies,
      job,
      effect: () => effectOn(page, job),
      correct: async () => {},
    });
  }
  const after = requireCell(page, change.cellId);
  return { revision: cellRevision(after.kind, after.text), before: job.before };
}

function effectOn(page: ColabPage, { cellId, source, before }: Replacement): 'done' | 'none' | 'wrong' {
  const { text, extent } = requireCell(page, cellId);
  if (withPlainLineEnds(text) === source && extent === 'whole') return 'done';
  return text === before ? 'none' : 'wrong';
}
