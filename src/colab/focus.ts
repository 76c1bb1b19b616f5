import { focusElement } from './hands/deep-active.ts';
import { requireCell } from './lookup.ts';
import type { ColabCell } from './surface/cell.ts';
import { act, can } from './surface/foreign.ts';
import type { ColabPage } from './surface/page.ts';
import { pressPlace } from './surface/press.ts';
import { nextTask, onMutation, type Subscribe, until } from './wait.ts';

const FOCUS_LIMIT_MS = 1000;

/** How many presses wait for a cell to take the focus: what the user had is not brought back before. */
const waiting = new WeakMap<ColabPage, number>();

export function isFocusLent(page: ColabPage): boolean {
  return (waiting.get(page) ?? 0) > 0;
}

const returned = new WeakMap<ColabPage, () => void>();

/** Calls when what waited for the focus has had it, and has used it. */
export function onFocusReturned(page: ColabPage, listener: () => void): void {
  returned.set(page, listener);
}

export function selectCell(page: ColabPage, cell: ColabCell): void {
  const { notebook } = page;
  if (notebook && can(notebook, 'focusCell')) act(notebook, 'focusCell', cell.id);
  else if (cell.view && can(cell.view, 'setFocused')) act(cell.view, 'setFocused', true);
  else if (cell.element) {
    pressPlace(cell.element);
    if (!cell.isFocused) focusElement(cell.element);
  }
}

/**
 * Toolbar and menus act on the focused cell, so pressing them without this would change another one. Focus and press
 * are one task wherever the page allows it: no key of the user's falls in between.
 */
export async function pressFocused(page: ColabPage, id: string, press: () => void): Promise<void> {
  const cell = requireCell(page, id);
  if (!cell.isFocused) selectCell(page, cell);
  if (!cell.isFocused) await untilFocused(page, cell);
  press();
}

async function untilFocused(page: ColabPage, { id, element }: ColabCell): Promise<void> {
  const classes = onMutation(element, { attributes: true, attributeFilter: ['class'] });
  const focused = await untilWithFocus(page, () => (page.find(id)?.isFocused ? true : undefined), classes);
  if (!focused) throw new Error('the cell did not take the focus');
}

/** Waits for what comes only as long as the focus is where we put it. */
export async function untilWithFocus<T>(
  page: ColabPage,
  check: () => T | undefined,
  changed: Subscribe,
): Promise<T | undefined> {
  const lend = (by: number): unknown => waiting.set(page, (waiting.get(page) ?? 0) + by);
  lend(1);
  try {
    return await until(check, { timeoutMs: FOCUS_LIMIT_MS, pollMs: 20, events: [changed] });
  } finally {
    lend(-1);
    void nextTask().then(() => returned.get(page)?.());
  }
}
