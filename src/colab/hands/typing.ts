import { conflict } from '../../notebook/conflict.ts';
import { cellRevision } from '../../notebook/revision.ts';
import type { ColabPage } from '../surface/page.ts';
import { CELL, cellIdOf } from '../surface/selectors.ts';
import type { HumanInput } from './human-input.ts';

/** So long after a key the user may only have stopped to think. */
const STILL_TYPING_MS = 3000;

/** A cell under the user's fingers is theirs, whatever revision the agent has seen of it. */
export function requireNotTyping(
  page: ColabPage,
  document: Document,
  input: HumanInput,
  cellId: string,
): void {
  const active = document.activeElement?.closest(CELL);
  if (!active || cellIdOf(active) !== cellId || !input.isTypingIn(cellId, STILL_TYPING_MS)) return;
  const cell = page.find(cellId);
  if (!cell) return;
  const revision = cellRevision(cell.kind, cell.text);
  throw conflict(
    `The user is typing in the cell "${cellId}" right now.`,
    { text: cell.text, revision },
    'Leave this cell to the user: work in other cells, or wait some seconds, look at its text then, and try ' +
      `again with the revision it has then (it is at "${revision}" now).`,
  );
}
