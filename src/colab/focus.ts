import { requireCell } from './lookup.ts';
import { act, can } from './surface/foreign.ts';
import type { ColabPage } from './surface/page.ts';
import { pressPlace } from './surface/press.ts';
import { onMutation, until } from './wait.ts';

const FOCUS_LIMIT_MS = 1000;

/** Toolbar and menus act on the focused cell, so pressing them without this would change another one. */
export async function focusCell(page: ColabPage, id: string): Promise<void> {
  const cell = requireCell(page, id);
  if (cell.isFocused) return;
  const { notebook } = page;
  if (notebook && can(notebook, 'focusCell')) act(notebook, 'focusCell', id);
  else if (cell.view && can(cell.view, 'setFocused')) act(cell.view, 'setFocused', true);
  else if (cell.element) pressPlace(cell.element);
  const focused = await until(() => (page.find(id)?.isFocused ? true : undefined), {
    timeoutMs: FOCUS_LIMIT_MS,
    pollMs: 20,
    events: [onMutation(cell.element, { attributes: true, attributeFilter: ['class'] })],
  });
  if (!focused) throw new Error('the cell did not take the focus');
}
