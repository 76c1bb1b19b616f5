import { Failure } from '../notebook/failure.ts';
import type { OpenDialog } from '../notebook/notebook.ts';
import type { ColabPage } from './surface/page.ts';
import * as select from './surface/selectors.ts';
import { onMutation, type Subscribe } from './wait.ts';

const TEXT_LIMIT = 500;
const NOT_SHOWN = 'script, style, template';

/**
 * The open dialogs near the top of the body, where Colab puts them, and in the shadow roots there. A
 * query of the whole document takes 13 ms in a notebook of a thousand cells, too long for every event.
 */
function dialogsOnTop(page: ColabPage): Element[] {
  const found: Element[] = [];
  for (const host of page.document.body?.children ?? []) {
    for (const element of [host, ...host.children]) if (isBlocking(element)) found.push(element);
    const inside = host.shadowRoot?.querySelectorAll(select.OPEN_DIALOG) ?? [];
    for (const element of inside) if (isBlocking(element)) found.push(element);
  }
  return found;
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
  const headline = dialog.querySelector(select.DIALOG_TITLE);
  const title =
    dialog.getAttribute('heading') ||
    shownText(headline) ||
    shownText(dialog.shadowRoot?.querySelector(select.DIALOG_SHADOW_TITLE) ?? null);
  const buttons = [...dialog.querySelectorAll(select.DIALOG_BUTTON)]
    .filter((button) => !button.parentElement?.closest(select.DIALOG_BUTTON))
    .map((button) => shownText(button) || button.getAttribute('label') || '')
    .filter((label) => label !== '');
  const isAside = (element: Element): boolean =>
    element === headline || (element !== dialog && element.matches(select.DIALOG_BUTTON));
  return { title, text: shownText(dialog, isAside).slice(0, TEXT_LIMIT), buttons };
}

/** The text of an element's own content; of its shadow root where a component keeps all its text there. */
function shownText(element: Element | null, leaveOut: (element: Element) => boolean = () => false): string {
  const parts: string[] = [];
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '');
    if (node instanceof Element) {
      if (node.matches(NOT_SHOWN) || leaveOut(node)) return;
      if (node.childNodes.length === 0 && node.shadowRoot) {
        for (const child of node.shadowRoot.childNodes) walk(child);
      }
    }
    for (const child of node.childNodes) walk(child);
  };
  if (element) walk(element);
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

export function userMustAnswer(dialog: OpenDialog, then: string): Failure {
  const text = dialog.text === '' ? '' : ` – ${dialog.text}`;
  const buttons = dialog.buttons.length > 0 ? ` Buttons: ${dialog.buttons.join(', ')}.` : '';
  return new Failure(
    'user_action_required',
    `Colab asks: "${dialog.title}"${text}.${buttons}`.replace(/([.?!])\.(?= |$)/g, '$1'),
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

  /** Both forms reflect `open` as an attribute. */
  readonly opened: Subscribe = (wake) => {
    const { body } = this.#page.document;
    if (!body || typeof MutationObserver === 'undefined') return () => {};
    const opening = new MutationObserver((records) => {
      for (const { target } of records) {
        if (target instanceof Element && isBlocking(target)) this.#noticed.add(target);
      }
      wake();
    });
    opening.observe(body, { subtree: true, attributeFilter: ['open'] });
    const stopAdded = onMutation(body, { childList: true })(wake);
    return () => {
      opening.disconnect();
      stopAdded();
    };
  };
}
