import type { CellKind } from '../notebook/cell.ts';
import { fromLines } from '../notebook/cell.ts';
import type { CellQuery, Notebook } from '../notebook/notebook.ts';
import type { QuotedCell } from '../policy/questions.ts';
import { codeOfCall } from '../tools/code-of-call.ts';
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
  add_cells: 'wants to add these cells',
  move_cells: 'wants to move these cells',
  replace_in_notebook: 'wants to replace a text in the notebook',
  update_cell: 'wants to replace the text of a cell by this',
  edit_cell: 'wants to change a text in this cell',
  delete_cell: 'wants to delete this cell',
  move_cell: 'wants to move this cell',
  clear_outputs: 'wants to clear outputs',
  execute_cell: 'wants to run this cell',
  run_code_cell: 'wants to run this cell',
  run_cells: 'wants to run these cells',
  execute_code: 'wants to run this code, without a cell',
  free_memory: 'wants to free memory, and to delete the variables it names',
  run_chunked: 'wants to run this loop, without a cell',
  save_checkpoint: 'wants to save variables to the disk of the runtime',
  load_checkpoint: 'wants to load variables from the disk of the runtime',
  sync_state: 'wants to run, of these cells, the ones that are not up to date',
  list_secrets: 'wants to know the names of your secrets that this notebook uses',
  answer_input: 'wants to type this where a cell waits for input',
  restart_runtime: 'wants to restart the runtime: all variables are lost',
  connect_runtime: 'wants to connect a runtime',
  canary:
    'wants to try in this scratch notebook whether all still works: it changes and runs cells of its own, and restarts the runtime',
};

/** `underWay`: the cells that run or wait now, which a change of the runtime would stop. */
export async function describeCall(
  { name, args, effect }: Call,
  notebook: Notebook,
  underWay: readonly string[] = [],
): Promise<CallInWords> {
  const given = isRecord(args) ? args : {};
  if (effect === 'controls') return describeControl(name, given, notebook, underWay);
  const revisions = new Map<string, string>();
  const cells: QuotedCell[] = [];
  const query = queryOf(name, given);
  let count = 0;
  if (query) {
    const { cells: found } = await notebook.readCells(query);
    for (const { id, revision } of found) revisions.set(id, revision);
    // Text among the cells to be run does nothing.
    const meant =
      name === 'run_cells' || name === 'sync_state'
        ? found.filter(({ cell_type }) => cell_type === 'code')
        : found;
    count = meant.length;
    for (const cell of meant.slice(0, MAX_QUOTED)) {
      const text = fromLines(cell.source);
      cells.push({ cellId: cell.id, place: cell.index + 1, kind: cell.cell_type, ...cut(text) });
    }
  }
  for (const { content, type } of name === 'add_cells' ? newCells(given) : []) {
    count++;
    const kind = type === 'text' ? ('markdown' as const) : ('code' as const);
    if (cells.length < MAX_QUOTED)
      cells.push({ cellId: '', place: null, kind, ...cut(String(content), MAX_NEW_CHARS) });
  }
  const text = textOf(given);
  if (text !== null) {
    // What would be there then, instead of what is.
    const [{ cellId, place, kind } = { cellId: '', place: null, kind: kindOf(name) }] = cells.splice(0, 1);
    cells.unshift({ cellId, place, kind, ...cut(text, MAX_NEW_CHARS) });
  }
  const file = fileWish(name, given);
  const everywhere = given.replaceAll === true ? ', wherever it stands' : '';
  const trusted =
    given.trust === true ? ', though this runtime did not write them: loading runs code in them' : '';
  const running = given.run === true ? ', and to run what it adds or changes' : '';
  const wish = (file ?? WISHES[name] ?? `wants to use ${name}`) + everywhere + trusted + running;
  return {
    wish: count > MAX_QUOTED ? `${wish} (${count}, the first ${MAX_QUOTED} are shown)` : wish,
    cells,
    revisions,
  };
}

/** Which file would go where. */
function fileWish(name: string, given: Record<string, unknown>): string | null {
  const { path, to, from, overwrite, name: secret } = given;
  const replacing = overwrite === true ? ', in place of what may be there' : '';
  if (name === 'use_secret')
    return `wants to put your secret ${quoted(secret)} into the runtime’s environment`;
  if (name === 'list_files') return `wants to see the files of the runtime in ${quoted(path ?? '.')}`;
  if (name === 'download_file') {
    const place = to === undefined ? 'to your computer' : `to your computer, as ${quoted(to)}`;
    return `wants to copy ${quoted(path)} from the runtime ${place}${replacing}`;
  }
  if (name !== 'upload_file') return null;
  const place = path === undefined ? 'to the runtime' : `to the runtime, as ${quoted(path)}`;
  return `wants to copy ${quoted(from)} from your computer ${place}${replacing}`;
}

const quoted = (value: unknown): string => `“${String(value).slice(0, MAX_CHARS)}”`;

/** What a change of the runtime takes away. The cells are shown, not agreed to: they may have ended by then. */
async function describeControl(
  name: string,
  { accelerator }: Record<string, unknown>,
  notebook: Notebook,
  running: readonly string[],
): Promise<CallInWords> {
  const other =
    typeof accelerator === 'string'
      ? ` with the accelerator "${accelerator}": another one than this is given up, with all variables and files on it`
      : '';
  const isStopping = name === 'restart_runtime' || other !== '';
  const found = isStopping ? await notebook.findCells({ cellIds: [...running] }) : [];
  const { cells } =
    found.length > 0 ? await notebook.readCells({ cellIds: found.map(({ id }) => id) }) : { cells: [] };
  const stops = found.length > 0 ? ', and what runs is stopped' : '';
  return {
    wish: `${WISHES[name] ?? `wants to use ${name}`}${other}${stops}`,
    cells: cells.slice(0, MAX_QUOTED).map((cell) => ({
      cellId: cell.id,
      place: cell.index + 1,
      kind: cell.cell_type,
      ...cut(fromLines(cell.source)),
    })),
    revisions: new Map(),
  };
}

const newCells = ({ cells }: Record<string, unknown>): Record<string, unknown>[] =>
  Array.isArray(cells) ? cells.filter(isRecord) : [];

/** Which cells of the notebook the call is about. */
function queryOf(name: string, given: Record<string, unknown>): CellQuery | null {
  const { cellId, cellIds, cellIndex, cellIndexStart, cellIndexEnd } = given;
  if (typeof cellId === 'string') return { cellIds: [cellId] };
  if (Array.isArray(cellIds)) return { cellIds: cellIds.filter((id) => typeof id === 'string') };
  if (name === 'execute_cell' && typeof cellIndex === 'number') return { start: cellIndex, end: cellIndex };
  if (name !== 'run_cells' && name !== 'sync_state' && name !== 'clear_outputs') return null;
  return {
    ...(typeof cellIndexStart === 'number' ? { start: cellIndexStart } : {}),
    ...(typeof cellIndexEnd === 'number' ? { end: cellIndexEnd } : {}),
  };
}

function textOf(given: Record<string, unknown>): string | null {
  const { content, text: line, find, replace, delete: names } = given;
  if (Array.isArray(names) && names.length > 0) return `del ${names.join(', ')}`;
  if (typeof find === 'string' && typeof replace === 'string') return `- ${find}\n+ ${replace}`;
  const text = codeOfCall(given) ?? content ?? line;
  return typeof text === 'string' ? text : null;
}

const kindOf = (name: string): CellKind => (name === 'add_text_cell' ? 'markdown' : 'code');

function cut(text: string, most = MAX_CHARS): Pick<QuotedCell, 'text' | 'isCut'> {
  return { text: text.slice(0, most), isCut: text.length > most };
}
