import { type CellKind, withPlainLineEnds } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import type { NewCell } from '../../notebook/notebook.ts';
import { compareOrders } from '../compare-orders.ts';
import { pressFocused } from '../focus.ts';
import type { ColabCell } from '../surface/cell.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton, pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { callServiceTool, serviceTool } from '../surface/tools-service.ts';
import { type Effect, type Strategy, type StrategyMemory, tryStrategies } from '../try-strategies.ts';
import { deleteCell } from './delete.ts';
import { moveCell } from './move.ts';
import { replaceSource } from './replace.ts';
import { requireVisible } from './type-source.ts';

interface Insertion {
  /** Where the new cell is to stand. */
  index: number;
  kind: CellKind;
  source: string;
  language: string;
}

export const insertStrategies: readonly Strategy<Insertion>[] = [
  {
    name: 'tools service',
    available: (page) =>
      serviceTool(page.notebook, 'add_code_cell') !== null &&
      serviceTool(page.notebook, 'add_text_cell') !== null,
    attempt: (page, { index, kind, source, language }) =>
      kind === 'code'
        ? callServiceTool(page.notebook, 'add_code_cell', { cellIndex: index, language, code: source })
        : callServiceTool(page.notebook, 'add_text_cell', { cellIndex: index, content: source }),
  },
  {
    name: 'notebook.insertCell(type, {after, index})',
    formOf: 'a method of the notebook',
    available: (page) => can(page.notebook, 'insertCell'),
    attempt: (page, { index, kind }) => {
      const place = index === 0 ? { after: false, index: 0 } : { after: true, index: index - 1 };
      return page.notebook && act(page.notebook, 'insertCell', colabType(kind), place);
    },
  },
  {
    name: 'notebook.insertCell(index, type)',
    formOf: 'a method of the notebook',
    available: (page) => can(page.notebook, 'insertCell'),
    attempt: (page, { index, kind }) =>
      page.notebook && act(page.notebook, 'insertCell', index, colabType(kind)),
  },
  {
    name: 'notebook.addCell(type, {cellIndex})',
    formOf: 'a method of the notebook',
    available: (page) => can(page.notebook, 'addCell'),
    attempt: (page, { index, kind }) =>
      page.notebook && act(page.notebook, 'addCell', colabType(kind), { cellIndex: index }),
  },
  {
    name: 'toolbar',
    available: (page) => page.document.querySelector(select.TOOLBAR_ADD_CODE) !== null,
    attempt: async (page, { index, kind }) => {
      const top = kind === 'code' ? select.TOP_ADD_CODE : select.TOP_ADD_TEXT;
      const below = kind === 'code' ? select.TOOLBAR_ADD_CODE : select.TOOLBAR_ADD_TEXT;
      const topButton = index === 0 ? page.document.querySelector(top) : null;
      if (topButton) return pressButton(topButton);
      await pressBelow(page, index, () => {
        const button = page.document.querySelector(below);
        if (button) pressButton(button);
      });
    },
  },
  {
    name: 'insert menu',
    available: (page) => page.document.querySelector(select.MENU_ADD_CODE) !== null,
    attempt: async (page, { index, kind }) => {
      await pressBelow(page, index, () => {
        const item = page.document.querySelector(
          kind === 'code' ? select.MENU_ADD_CODE : select.MENU_ADD_TEXT,
        );
        if (item) pressMenuItem(item);
      });
    },
  },
];

function colabType(kind: CellKind): string {
  return kind === 'code' ? 'code' : 'text';
}

/** Toolbar and menu insert below the focused cell; a cell meant for the top is moved there afterwards. */
async function pressBelow(page: ColabPage, index: number, press: () => void): Promise<void> {
  const above = page.cells[Math.max(0, index - 1)];
  if (above) await pressFocused(page, above.id, press);
  else press();
}

export async function insertCell(
  page: ColabPage,
  memory: StrategyMemory,
  cell: NewCell,
): Promise<{ cellId: string; index: number }> {
  if (page.isShownOnly) requireVisible('no cell was added');
  const before = page.cells;
  const index = cell.index < 0 || cell.index > before.length ? before.length : cell.index;
  const source = withPlainLineEnds(cell.source);
  const job: Insertion = { index, kind: cell.kind, source, language: requireLanguage(page, cell) };
  await tryStrategies({
    page,
    memory,
    operation: 'insert a cell',
    strategies: insertStrategies,
    job,
    effect: () => insertionEffect(page, before, job),
    correct: () => correctInsertion(page, memory, before, job),
  });
  const added = addedCells(page, before, job)[0];
  if (!added) throw lostInsertion();
  // Only the tools service brings the text along; the other strategies insert an empty cell.
  await replaceSource(page, memory, { cellId: added.id, source });
  return { cellId: added.id, index: page.indexOf(added.id) };
}

function requireLanguage(page: ColabPage, cell: NewCell): string {
  const spoken = page.language ?? cell.language ?? 'python';
  if (cell.kind !== 'code' || cell.language === undefined || cell.language === spoken) return spoken;
  throw new Failure(
    'unsupported',
    `The notebook's kernel speaks ${spoken}, not ${cell.language}; no cell was added.`,
    `Write the cell in ${spoken}, or ask the user to change the runtime type.`,
  );
}

/** Of several new cells only those with our text: the user may have added one in the same moment. */
function addedCells(page: ColabPage, before: readonly ColabCell[], job: Insertion): ColabCell[] {
  const difference = compareOrders(before, page.cells);
  const known = new Set(difference.before);
  const added = difference.now.filter((id) => !known.has(id)).flatMap((id) => page.find(id) ?? []);
  return added.length < 2 ? added : added.filter((cell) => cell.text === '' || cell.text === job.source);
}

function insertionEffect(page: ColabPage, before: readonly ColabCell[], job: Insertion): Effect {
  const [added, ...more] = addedCells(page, before, job);
  if (!added) return 'none';
  const inPlace = page.cells[job.index] === added && added.kind === job.kind;
  return more.length === 0 && inPlace ? 'done' : 'wrong';
}

/** Keeps one cell of the right kind and brings it to its place; takes the rest back. */
async function correctInsertion(
  page: ColabPage,
  memory: StrategyMemory,
  before: readonly ColabCell[],
  job: Insertion,
): Promise<void> {
  const ours = addedCells(page, before, job);
  const kept = ours.find((cell) => cell.kind === job.kind);
  for (const cell of ours) if (cell !== kept) await deleteCell(page, memory, { cellId: cell.id });
  if (!kept) return;
  try {
    await moveCell(page, memory, { cellId: kept.id, index: job.index });
  } catch (thrown) {
    await deleteCell(page, memory, { cellId: kept.id });
    throw thrown;
  }
}

function lostInsertion(): Failure {
  return new Failure(
    'lost',
    'The cell was inserted, but was gone again at once; the user may have deleted it.',
    'Read the notebook again before going on.',
  );
}
