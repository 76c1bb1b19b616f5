import { dialogsOnTop } from '../dialogs.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { until } from '../wait.ts';

/** Buttons that must not be pressed by accident are disabled for their first second. */
const CLOSES_MS = 3_000;
const POLL_MS = 100;

/**
 * Cancels what the page asks since then: a trial has brought it up, and the user asked for the trial, not for what it
 * would do. Gives the kind of the dialog, never its words; null when there is none.
 */
export async function dismissDialogs(
  page: ColabPage,
  before: readonly Element[],
): Promise<{ kind: string; isClosed: boolean } | null> {
  const news = (): Element[] => dialogsOnTop(page).filter((dialog) => !before.includes(dialog));
  const [dialog] = news();
  if (!dialog) return null;
  const kind = kindOf(dialog);
  const closed = await until(
    () => {
      const [open] = news();
      if (!open) return true;
      const button =
        open.querySelector(select.DIALOG_CANCEL) ?? open.shadowRoot?.querySelector(select.DIALOG_CANCEL);
      if (button && !button.hasAttribute('disabled')) pressButton(button);
      return undefined;
    },
    { timeoutMs: CLOSES_MS, pollMs: POLL_MS },
  );
  return { kind, isClosed: closed ?? false };
}

/** Its element with its classes. */
export function kindOf({ localName, classList }: Element): string {
  return [localName, ...classList].join('.');
}
