import { Failure } from '../notebook/failure.ts';
import type { OpenDialog } from '../notebook/notebook.ts';
import type { ColabPage } from './surface/page.ts';
import * as select from './surface/selectors.ts';
import { shownText } from './surface/shown-text.ts';
import { onMutation, type Subscribe } from './wait.ts';

const TEXT_LIMIT = 500;

/**
 * The open dialogs near the top of the body, where Colab puts them, and in the shadow roots there. A
 * query of the whole document takes 13 ms in a notebook of a thousand cells, too long for every event.
 */
export function dialogsOnTop(page: ColabPage): Element[] {
  const hosts = [...(page.document.body?.children ?? [])];
  const found: Element[] = [];
  for (const host of hosts) {
    for (const element of [host, ...host.children]) if (isBlocking(element)) found.push(element);
    const inside = host.shadowRoot?.querySelectorAll(select.OPEN_DIALOG) ?? [];
    for (const element of inside) if (isBlocking(element)) found.push(element);
  }
  return found.length > 0 ? found : unknownDialogs(hosts);
}

/** What made the notebook inert, if that is no dialog as we know them; the notebook itself where nothing shows what. */
function unknownDialogs(hosts: readonly Element[]): Element[] {
  const notebook = hosts.find((host) => host.matches(select.INERT_NOTEBOOK));
  if (!notebook) return [];
  const awake = hosts.filter((host) => !host.hasAttribute('inert') && !host.matches(select.NOT_SHOWN));
  // One that closes lets go of the page a moment after it has let go of `open`.
  if (awake.some((host) => host.matches(select.DIALOG))) return [];
  return [awake.find((host) => !host.matches(select.NO_DIALOG)) ?? notebook];
}

function isBlocking(element: Element): boolean {
  return element.matches(select.OPEN_DIALOG) && !element.matches(select.HARMLESS_DIALOG);
}

/** Looks everywhere. */
export function readOpenDialog(page: ColabPage): OpenDialog | null {
  const anywhere = [...page.document.querySelectorAll(select.OPEN_DIALOG)].filter(isBlocking);
  const dialog = [...dialogsOnTop(page), ...anywhere][0];
  return dialog ? readDialog(dialog) : null;
}

/** Never presses anything: what a dialog asks is the user's to answer. */
export function readDialog(dialog: Element): OpenDialog {
  if (dialog.matches(select.INERT_NOTEBOOK)) return { title: '', text: '', buttons: [] };
  const headline = dialog.querySelector(select.DIALOG_TITLE) ?? dialog.querySelector(select.HEADING);
  const inside = dialog.shadowRoot;
  const title =
    dialog.getAttribute('heading') ||
    shownText(headline) ||
    shownText(inside?.querySelector(select.DIALOG_SHADOW_TITLE)) ||
    inside?.querySelector(select.DIALOG_LABELLED)?.getAttribute('aria-label') ||
    shownText(inside?.querySelector(select.HEADING)) ||
    dialog.getAttribute('aria-label') ||
    '';
  const buttons = [...buttonsIn(dialog), ...(inside ? buttonsIn(inside) : [])]
    .map((button) => shownText(button) || button.getAttribute('label') || '')
    .filter((label) => label !== '');
  const isAside = (element: Element): boolean =>
    element === headline || (element !== dialog && element.matches(select.DIALOG_BUTTON));
  return { title, text: shownText(dialog, isAside).slice(0, TEXT_LIMIT), buttons };
}

function buttonsIn(root: ParentNode): Element[] {
  const found = [...root.querySelectorAll(select.DIALOG_BUTTON)];
  return found.filter((button) => !button.parentElement?.closest(select.DIALOG_BUTTON));
}

export function userMustAnswer(dialog: OpenDialog, then: string): Failure {
  const buttons = dialog.buttons.length > 0 ? ` Buttons: ${dialog.buttons.join(', ')}.` : '';
  const said = [dialog.title === '' ? '' : `"${dialog.title}"`, dialog.text].filter(Boolean).join(' – ');
  const what =
    said === '' ? 'A dialog is open in the Colab tab; what it asks could not be read' : `Colab asks: ${said}`;
  return new Failure(
    'user_action_required',
    `${what}.${buttons}`.replace(/([.?!])\.(?= |$)/g, '$1'),
    `Ask the user to answer the dialog in the Colab tab, then ${then}.`,
  );
}

/** Fails as soon as a dialog opens that was not there before. */
export class DialogGuard {
  readonly #page: ColabPage;
  readonly #then: string;
  readonly #before: Set<Element>;
  /** Dialogs seen opening deeper in the page. */
  readonly #noticed = new Set<Element>();

  constructor(page: ColabPage, then: string) {
    this.#page = page;
    this.#then = then;
    this.#before = new Set(dialogsOnTop(page));
  }

  /** For operations that a dialog blocks even when it was there before. */
  refuseAny(): void {
    for (const dialog of this.#before) throw userMustAnswer(readDialog(dialog), this.#then);
  }

  check(): void {
    const question = this.question();
    if (question) throw question;
  }

  /** What the user must answer, if a dialog has opened meanwhile. */
  question(): Failure | null {
    const noticed = [...this.#noticed].filter((dialog) => dialog.isConnected && isBlocking(dialog));
    for (const dialog of [...dialogsOnTop(this.#page), ...noticed]) {
      if (!this.#before.has(dialog)) return userMustAnswer(readDialog(dialog), this.#then);
    }
    return null;
  }

  /** Both forms reflect `open` as an attribute; any other dialog is known by what it makes inert. */
  readonly opened: Subscribe = (wake) => {
    const { body } = this.#page.document;
    if (!body || typeof MutationObserver === 'undefined') return () => {};
    const opening = new MutationObserver((records) => {
      for (const { target } of records) {
        if (target instanceof Element && isBlocking(target)) this.#noticed.add(target);
      }
      wake();
    });
    opening.observe(body, { subtree: true, attributeFilter: ['open', 'inert'] });
    const stopAdded = onMutation(body, { childList: true })(wake);
    return () => {
      opening.disconnect();
      stopAdded();
    };
  };
}
