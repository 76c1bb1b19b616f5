import { Failure } from '../../notebook/failure.ts';
import { DialogGuard } from '../dialogs.ts';
import { type AcceleratorChoice, findChoice, readChoices } from '../surface/accelerator-choices.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton, pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { unsupported } from '../try-strategies.ts';
import { until } from '../wait.ts';

const OPEN_MS = 5_000;
const SAVE_MS = 10_000;
const GONE_MS = 30_000;
const POLL_MS = 50;

/**
 * Chooses the hardware in Colab's own dialog. It was opened here, at the user's word, so it is ours to fill and close;
 * any other that comes of it is the user's.
 */
export async function chooseAccelerator(page: ColabPage, wanted: string): Promise<void> {
  const dialogs = new DialogGuard(page, 'call connect_runtime again');
  const dialog = await openDialog(page);
  const choices = await until(() => readChoices(dialog), { timeoutMs: OPEN_MS, pollMs: POLL_MS });
  const choice = choices && findChoice(choices, wanted);
  if (!choice || choice.isDisabled || choice.isChosen) {
    await closeWith(page, dialog, select.DIALOG_CANCEL);
    if (choice?.isChosen) return;
    throw choices ? notOffered(wanted, choices) : unsupported(page, 'choose an accelerator', ['its dialog']);
  }
  const { kernelSession, runtimeState } = page;
  choice.choose();
  if (!findChoice(readChoices(dialog) ?? [], wanted)?.isChosen) {
    await closeWith(page, dialog, select.DIALOG_CANCEL);
    throw unsupported(page, `choose the accelerator ${choice.label}`, ['a click on its button (no effect)']);
  }
  await closeWith(page, dialog, select.DIALOG_OK);
  await waitUntilGone(page, dialogs, runtimeState === 'disconnected' ? undefined : kernelSession);
  requireTold(page, choice);
}

/** Opens the dialog, gives what it offers to be looked at, and closes it: nothing is chosen. */
export async function lookAtAccelerators(page: ColabPage, look: (choices: number) => void): Promise<void> {
  const dialog = await openDialog(page);
  const choices = await until(() => readChoices(dialog), { timeoutMs: OPEN_MS, pollMs: POLL_MS });
  look(choices?.length ?? 0);
  await closeWith(page, dialog, select.DIALOG_CANCEL);
}

async function openDialog(page: ColabPage): Promise<Element> {
  const item = page.document.querySelector(select.MENU_RUNTIME_TYPE);
  if (!item) throw unsupported(page, 'change the runtime type', []);
  pressMenuItem(item);
  const dialog = await until(() => page.document.querySelector(select.RUNTIME_TYPE_DIALOG) ?? undefined, {
    timeoutMs: OPEN_MS,
    pollMs: POLL_MS,
  });
  if (!dialog) throw unsupported(page, 'change the runtime type', ['runtime menu (no dialog came)']);
  return dialog;
}

async function closeWith(page: ColabPage, dialog: Element, selector: string): Promise<void> {
  const button = dialog.querySelector(selector);
  if (button) pressButton(button);
  const closed = await until(() => (dialog.isConnected && dialog.hasAttribute('open') ? undefined : true), {
    timeoutMs: SAVE_MS,
    pollMs: POLL_MS,
  });
  if (!closed) throw unsupported(page, 'close the dialog of the runtime type', ['its button (no effect)']);
}

/** The runtime of before is deleted, which may take a moment; Colab may ask the user before. */
async function waitUntilGone(
  page: ColabPage,
  dialogs: DialogGuard,
  session: string | undefined,
): Promise<void> {
  await until(
    () => {
      dialogs.check();
      return session === undefined || page.kernelSession !== session ? true : undefined;
    },
    { timeoutMs: GONE_MS, pollMs: POLL_MS, events: [dialogs.opened] },
  );
}

/** The page's own record of what the notebook wants, where it has one. */
function requireTold(page: ColabPage, { value, label }: AcceleratorChoice): void {
  const [kind = '', model = ''] = value.split(',');
  const told = page.accelerator?.toUpperCase();
  const isNone = /^(none|cpu)?$/i.test(kind);
  const fits = isNone ? told === undefined : told?.startsWith(kind) && told.includes(model);
  if (fits || !page.tellsAccelerator) return;
  throw new Failure(
    'internal',
    `${label} was chosen in Colab's dialog, but the notebook is set to "${told ?? 'no accelerator'}".`,
    'Ask the user to look at "Change runtime type" in the Colab tab, then call connect_runtime again.',
  );
}

function notOffered(wanted: string, choices: readonly AcceleratorChoice[]): Failure {
  const offered = choices.filter(({ isDisabled }) => !isDisabled).map(({ label }) => label);
  const locked = choices.filter(({ isDisabled }) => isDisabled).map(({ label }) => label);
  const more = locked.length > 0 ? ` Shown, but not for this account: ${locked.join(', ')}.` : '';
  return new Failure(
    'invalid_input',
    `Colab does not offer the accelerator "${wanted}" now; the runtime was left as it is.`,
    `It offers: ${offered.join(', ')}.${more}`,
  );
}
