import { Failure } from '../../notebook/failure.ts';
import type { ColabCell } from '../surface/cell.ts';
import { inputFieldIn, promptOf } from '../surface/input-field.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressEnter, typeText } from '../surface/press.ts';
import { unsupported } from '../try-strategies.ts';
import { until } from '../wait.ts';

/** Enter takes the field away at once. */
const TAKEN_MS = 3_000;
const POLL_MS = 20;

/** Types a line where a running cell waits for one. */
export async function answerInput(
  page: ColabPage,
  { cellId, text }: { cellId?: string; text: string },
): Promise<{ cellId: string; prompt: string }> {
  if (/[\r\n]/.test(text)) {
    throw new Failure('invalid_input', 'An answer is one line; nothing was typed.', 'Leave out line breaks.');
  }
  const { cell, field } = waitingField(page, cellId);
  const { prompt, isPassword } = promptOf(field);
  if (isPassword) {
    throw new Failure(
      'user_action_required',
      `The cell "${cell.id}" asks for a password or another secret ("${prompt}"), which only the user may type; nothing was typed.`,
      'Ask the user to type it in the Colab tab, and follow the run with get_run.',
    );
  }
  if (field.value !== '') {
    throw new Failure(
      'conflict',
      `The user has begun to type into the field of the cell "${cell.id}"; nothing was typed.`,
      'Leave the answer to the user, and follow the run with get_run.',
    );
  }
  typeText(field, text);
  pressEnter(field);
  const taken = await until(() => (field.isConnected ? undefined : true), {
    timeoutMs: TAKEN_MS,
    pollMs: POLL_MS,
  });
  if (taken) return { cellId: cell.id, prompt };
  typeText(field, '');
  throw unsupported(page, 'answer the prompt of the running cell', ['Enter in the input field (no effect)']);
}

function waitingField(
  page: ColabPage,
  cellId: string | undefined,
): { cell: ColabCell; field: HTMLInputElement } {
  const cells = cellId === undefined ? page.cells : [page.find(cellId)];
  for (const cell of cells) {
    if (cell?.kind !== 'code' || !cell.runState.running) continue;
    const field = inputFieldIn(cell.element);
    if (field) return { cell, field };
  }
  const nothing = cellId === undefined ? 'No cell waits' : `The cell "${cellId}" does not wait`;
  throw new Failure(
    'conflict',
    `${nothing} for input now; nothing was typed.`,
    'Look with get_run how the run stands.',
  );
}
