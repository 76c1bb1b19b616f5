import { fromLines } from '../notebook/cell.ts';
import { Failure } from '../notebook/failure.ts';
import type { Notebook } from '../notebook/notebook.ts';
import type { Change, ChangeLog, Place } from './change-log.ts';

export interface UndoResult {
  undone: number[];
  /** Those that stay, each with the reason, and the difference where the cell is not as the agent left it. */
  refused: Array<{ number: number; reason: string; expected?: string; found?: string }>;
}

/** Takes changes back, the newest first; one that does not stand any more as the agent left it stays as it is. */
export async function undoChanges(
  notebook: Notebook,
  log: ChangeLog,
  numbers: readonly number[],
): Promise<UndoResult> {
  const wanted = new Set(numbers);
  const result: UndoResult = { undone: [], refused: [] };
  for (const change of log.changes.filter(({ number }) => wanted.has(number)).reverse()) {
    wanted.delete(change.number);
    // A second click, or one in the panel, while the first is still at it.
    if (change.isUndone || !log.beginUndo(change)) continue;
    try {
      refuseIfChangedLater(log, change);
      await takeBack(notebook, log, change);
      log.undone(change);
      result.undone.push(change.number);
    } catch (thrown) {
      result.refused.push(await refusalOf(notebook, log, change, Failure.from(thrown)));
    } finally {
      log.endUndo(change);
    }
  }
  for (const number of wanted) {
    result.refused.push({ number, reason: 'This change is too long ago: it was forgotten.' });
  }
  return result;
}

function refuseIfChangedLater(log: ChangeLog, change: Change): void {
  if (change.what.kind === 'moved') {
    if (!log.isMovedSince(change)) return;
    throw new Failure('unsupported', 'The user has moved the cell since, so it stays.', 'Move it by hand.');
  }
  const later = log.laterChange(change);
  if (!later || later.what.kind === 'moved') return;
  throw new Failure(
    'unsupported',
    `${later.agent.name} has changed the same cell again since.`,
    'Undo the later change first.',
  );
}

async function takeBack(notebook: Notebook, log: ChangeLog, { cellId: id, what }: Change): Promise<void> {
  const cellId = log.currentId(id);
  switch (what.kind) {
    case 'edited':
      await notebook.replaceSource({ cellId, source: what.before, expectedRevision: what.revision });
      break;
    case 'added':
      await notebook.deleteCell({ cellId, expectedRevision: what.revision });
      break;
    case 'deleted': {
      const index = await indexOf(notebook, log, what.place);
      const back = await notebook.insertCell({ index, kind: what.cellKind, source: what.before });
      log.rename(cellId, back.cellId);
      break;
    }
    case 'moved':
      await moveBack(notebook, log, cellId, what);
      break;
  }
}

async function moveBack(
  notebook: Notebook,
  log: ChangeLog,
  cellId: string,
  { from }: { from: Place },
): Promise<void> {
  const { cells } = await notebook.readCells({ cellIds: [cellId] });
  const now = cells[0]?.index ?? 0;
  const index = await indexOf(notebook, log, from);
  // Counted without the cell itself, which leaves its place first.
  await notebook.moveCell({ cellId, index: from.behind !== null && now < index ? index - 1 : index });
}

async function indexOf(notebook: Notebook, log: ChangeLog, { behind, index }: Place): Promise<number> {
  if (behind === null) return 0;
  try {
    const { cells } = await notebook.readCells({ cellIds: [log.currentId(behind)] });
    const found = cells[0]?.index;
    return found === undefined ? index : found + 1;
  } catch {
    return index;
  }
}

/** In words for people, with what was expected and what is there. */
async function refusalOf(
  notebook: Notebook,
  log: ChangeLog,
  { number, cellId, what }: Change,
  { kind, message }: Failure,
): Promise<UndoResult['refused'][number]> {
  if (kind === 'not_found') return { number, reason: 'The cell is not there any more.' };
  if (kind !== 'conflict' || !('after' in what)) return { number, reason: message };
  const found = await notebook
    .readCells({ cellIds: [log.currentId(cellId)] })
    .then(({ cells }) => fromLines(cells[0]?.source ?? []))
    .catch(() => undefined);
  if (found === undefined || found === what.after) return { number, reason: message };
  return {
    number,
    reason: 'The cell was changed since, so it stays as it is.',
    expected: what.after,
    found,
  };
}
