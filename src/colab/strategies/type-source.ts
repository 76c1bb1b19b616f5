import { conflict } from '../../notebook/conflict.ts';
import { Failure } from '../../notebook/failure.ts';
import { cellRevision } from '../../notebook/revision.ts';
import { pressFocused, untilWithFocus } from '../focus.ts';
import { focusElement } from '../hands/deep-active.ts';
import { requireCell } from '../lookup.ts';
import type { ColabCell } from '../surface/cell.ts';
import type { ColabPage } from '../surface/page.ts';
import { pasteOver, pressButton, pressPlace } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { showsSource } from '../surface/shown-source.ts';
import { onMutation, until } from '../wait.ts';

/** Editors draw what they hold with the next frame, or the one after. */
const DRAWN_MS = 3000;
const DRAWING = { timeoutMs: 300, pollMs: 20 };

interface Typing {
  cellId: string;
  source: string;
  before: string;
  isExpected: boolean;
}

/**
 * Replaces the text of a cell by the page's own editor, as a hand would by selecting all and pasting. Pasted, because
 * what is typed gets indents and brackets of the editor's own. Gives the text that it replaced.
 */
export async function typeSource(page: ColabPage, job: Typing): Promise<string> {
  requireVisible('the cell was not changed');
  const cell = requireCell(page, job.cellId);
  const wasClosed = isClosedText(cell);
  try {
    const before = await inEditor(page, cell, (input) => {
      requireExpected(cell, job);
      const { text } = cell;
      focusElement(input);
      pasteOver(input, job.source);
      return text;
    });
    if (!(await isTaken(page, cell, job.source))) throw new Error('the editor did not take the text');
    return before;
  } finally {
    // The page may have closed it by itself, when the focus went back to where the user is.
    if (wasClosed && !isClosedText(cell)) await closeText(page, cell);
  }
}

/** What an editor holds is drawn, and so can be checked, only in a tab that is seen. */
export function requireVisible(whatWasNotDone: string): void {
  if (document.visibilityState === 'visible') return;
  throw new Failure(
    'user_action_required',
    `What an editor of the page holds can be told only in a tab that is seen, and the tab is hidden; ${whatWasNotDone}.`,
    'Ask the user to bring the Colab tab to the front, then try again.',
  );
}

function requireExpected(cell: ColabCell, { before, isExpected }: Typing): void {
  const { id, kind, text, extent } = cell;
  if (extent === 'part') {
    throw new Failure(
      'user_action_required',
      `Lines of the cell "${id}" are folded away, out of view or wrapped in its editor, so that its text cannot be read for certain; it was not changed.`,
      'Ask the user to unfold its code, or to show line numbers, in the Colab tab, then read the cell and try again.',
    );
  }
  if (!isExpected || text === before) return;
  throw conflict(`The text of the cell "${id}" is not what you have seen of it.`, {
    text,
    revision: cellRevision(kind, text),
  });
}

/** Opens it and uses it in one task where the page allows it: no key of the user's falls in between. */
async function inEditor<T>(page: ColabPage, cell: ColabCell, use: (input: Element) => T): Promise<T> {
  const { element } = cell;
  const useIfOpen = (): { used: T } | undefined => {
    const input = openInput(cell);
    return input && { used: use(input) };
  };
  const changed = onMutation(element, { subtree: true, childList: true, attributes: true });
  let opened = useIfOpen();
  const press = (orElse?: () => typeof waiting): Promise<void> =>
    pressFocused(page, cell.id, () => {
      openPressed(cell);
      opened = useIfOpen();
      if (!opened) waiting = orElse?.();
    });
  let waiting: Promise<typeof opened> | undefined;
  if (!opened) {
    await press();
    // Its text is drawn a frame later, also when the focus is back with the user: then it opens at once.
    if (!opened) await until(() => (isDrawn(cell) ? true : undefined), { ...DRAWING, events: [changed] });
  }
  if (!opened) await press(() => untilWithFocus(page, useIfOpen, changed));
  opened ??= await waiting;
  if (!opened) throw new Error('the cell did not open its editor');
  return opened.used;
}

function isDrawn(cell: ColabCell): boolean {
  return cell.element?.querySelector(select.LIVE_EDITOR) != null && cell.extent !== 'rendered';
}

/** What takes the keys of its editor, once that is there and has drawn its text. */
function openInput(cell: ColabCell): Element | undefined {
  const input = select.editorInput(cell.element?.querySelector(select.LIVE_EDITOR));
  const isSeen = input && input.getClientRects().length > 0 && !isClosedText(cell);
  return isSeen && cell.extent !== 'rendered' ? input : undefined;
}

function openPressed(cell: ColabCell): void {
  if (isClosedText(cell)) pressToggle(cell);
  else if (!openInput(cell) && cell.element) {
    pressPlace(cell.element.querySelector(select.VIRTUALISED_EDITOR) ?? cell.element);
  }
}

function isClosedText({ kind, element }: ColabCell): boolean {
  return kind === 'markdown' && element?.classList.contains(select.EDITED_CELL_CLASS) === false;
}

function pressToggle({ element }: ColabCell): void {
  const toolbar = element?.querySelector(select.CELL_TOOLBAR);
  const button = toolbar?.shadowRoot?.querySelector(select.CELL_EDIT_TEXT);
  if (!button) throw new Error('the cell has no toolbar');
  pressButton(button);
}

/** Left open, it would still hold the right text. */
async function closeText(page: ColabPage, cell: ColabCell): Promise<void> {
  await pressFocused(page, cell.id, () => pressToggle(cell)).catch(() => {});
}

async function isTaken(page: ColabPage, { id, element }: ColabCell, source: string): Promise<boolean> {
  const look = (): true | undefined =>
    (page.isShownOnly ? element && showsSource(element, source) : requireCell(page, id).text === source)
      ? true
      : undefined;
  const drawn = onMutation(element, { subtree: true, childList: true, characterData: true });
  return (await until(look, { timeoutMs: DRAWN_MS, pollMs: 20, events: [drawn] })) ?? false;
}
