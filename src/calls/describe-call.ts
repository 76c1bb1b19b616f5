import type { CellKind } from '../notebook/cell.ts';
import { fromLines } from '../notebook/cell.ts';
import type { CellQuery, Notebook } from '../notebook/notebook.ts';
import type { QuotedCell } from '../policy/questions.ts';
import { isRecord } from '../wire/json.ts';
import type { Call } from './perform-call.ts';

const MAX_QUOTED = 20;
const MAX_CHARS = 4_000;
/** Of a text that is nowhere to be seen but in the question. */
const MAX_NEW_CHARS = 200_000;

/** What is about to happen, for the user who has to allow it. */
export interface CallInWords {
  /** As in "wants to run this cell". */
  wish: string;
  cells: QuotedCell[];
  /** The cells that are there already, as they were quoted: what is allowed is allowed for these. */
  revisions: Map<string, string>;
}

const WISHES: Record<string, string> = {
  add_code_cell: 'wants to add this code cell',
  add_text_cell: 'wants to add this text cell',
  update_cell: 'wants to replace the text of a cell by this',
  edit_cell: 'wants to change a text in this cell',
  delete_cell: 'wants to delete this cell',
  move_cell: 'wants to move this cell',
  clear_outputs: 'wants to clear outputs',
  execute_cell: 'wants to run this cell',
  run_code_cell: 'wants to run this cell',
  run_cells: 'wants to run these cells',
};

export async function describeCall({ name, args }: Call, notebook: Notebook): Promise<CallInWords> {
  const given = isRecord(args) ? args : {};
  const revisions = new Map<string, string>();
  const cells: QuotedCell[] = [];
  const query = queryOf(name, given);
  let count = 0;
  if (query) {
    const { cells: found } = await notebook.readCells(query);
    for (const { id, revision } of found) revisions.set(id, revision);
    // Text among the cells to be run does nothing.
    const meant = name === 'run_cells' ? found.filter(({ cell_type }) => cell_type === 'code') : found;
    count = meant.length;
    for (const cell of meant.slice(0, MAX_QUOTED)) {
      const text = fromLines(cell.source);
      cells.push({ cellId: cell.id, place: cell.index + 1, kind: cell.cell_type, ...cut(text) });
    }
  }
  const text = textOf(given);
  if (text !== null) {
    // What would be there then, instead of what is.
    const [{ cellId, place, kind } = { cellId: '', place: null, kind: kindOf(name) }] = cells.splice(0, 1);
    cells.unshift({ cellId, place, kind, ...cut(text, MAX_NEW_CHARS) });
  }
  const everywhere = given.replaceAll === true ? ', wherever it stands' : '';
  const wish = (WISHES[name] ?? `wants to use ${name}`) + everywhere;
  return {
    wish: count > MAX_QUOTED ? `${wish} (${count}, the first ${MAX_QUOTED} are shown)` : wish,
    cells,
    revisions,
  };
}

/** Which cells of the notebook the call is about. */
function queryOf(name: string, given: Record<string, unknown>): CellQuery | null {
  const { cellId, cellIds, cellIndex, cellIndexStart, cellIndexEnd } = given;
  if (typeof cellId === 'string') return { cellIds: [cellId] };
  if (Array.isArray(cellIds)) return { cellIds: cellIds.filter((id) => typeof id === 'string') };
  if (name === 'execute_cell' && typeof cellIndex === 'number') return { start: cellIndex, end: cellIndex };
  if (name !== 'run_cells' && name !== 'clear_outputs') return null;
  return {
    ...(typeof cellIndexStart === 'number' ? { start: cellIndexStart } : {}),
    ...(typeof cellIndexEnd === 'number' ? { end: cellIndexEnd } : {}),
  };
}

function textOf({ code, content, find, replace }: Record<string, unknown>): string | null {
  if (typeof find === 'string' && typeof replace === 'string') return `- ${find}\n+ ${replace}`;
  const text = code ?? content;
  return typeof text === 'string' ? text : null;
}

const kindOf = (name: string): CellKind => (name === 'add_text_cell' ? 'markdown' : 'code');

function cut(text: string, most = MAX_CHARS): Pick<QuotedCell, 'text' | 'isCut'> {
  return { text: text.slice(0, most), isCut: text.length > most };
}
