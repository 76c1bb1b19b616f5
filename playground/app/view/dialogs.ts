import { MwcDialog } from '../elements/dialog.ts';
import type { DialogForm } from '../variants/behaviour.ts';
import { el } from './dom.ts';
import { icon } from './icons.ts';
import { InertPage } from './inert-page.ts';

export interface DialogButton {
  label: string;
  /** What the dialog answers when this button is pressed. */
  action: string;
  primary?: boolean;
}

export interface DialogOptions {
  title: string;
  body: (string | Node)[];
  buttons: DialogButton[];
  class?: string;
  formId?: string;
  warns?: boolean;
  /** Buttons that must not be pressed by accident start disabled. */
  disabledMs?: number;
}

/** An animation long, a dialog that closes still holds the page. */
const CLOSING_MS = 75;

/** Modal dialogs in any of the forms that the page may use. */
export class Dialogs {
  readonly #form: DialogForm;
  readonly #page = new InertPage();
  readonly #open: { close(action: string): void }[] = [];

  constructor(form: DialogForm) {
    this.#form = form;
  }

  /** Answers with the action of the button, or `close`. */
  ask(options: DialogOptions): Promise<string> {
    const buttons = options.buttons.map((button) => this.#button(button, options));
    const dialog =
      this.#form === 'md-dialog' ? mdDialog(options, buttons) : this.#mwcDialog(options, buttons);
    for (const name of (options.class ?? '').split(' ')) if (name) dialog.classList.add(name);
    dialog.setAttribute('open', '');
    return new Promise((resolve) => {
      document.body.append(dialog);
      const release = this.#form === 'mwc-dialog' ? this.#page.hold(dialog) : undefined;
      const entry = {
        close: (action: string) => {
          if (!this.#open.includes(entry)) return;
          this.#open.splice(this.#open.indexOf(entry), 1);
          dialog.removeAttribute('open');
          const leave = () => {
            dialog.remove();
            release?.();
          };
          if (release) setTimeout(leave, CLOSING_MS);
          else leave();
          resolve(action);
        },
      };
      options.buttons.forEach((button, index) => {
        buttons[index]?.addEventListener('click', () => entry.close(button.action));
      });
      this.#open.push(entry);
    });
  }

  /** Answers false when no dialog was open to be dismissed. */
  dismissTop(): boolean {
    const top = this.#open.at(-1);
    top?.close('close');
    return top !== undefined;
  }

  #button(button: DialogButton, options: DialogOptions): HTMLElement {
    const attrs: Record<string, string> =
      this.#form === 'md-dialog'
        ? { value: button.action, form: formId(options) }
        : { dialogaction: button.action, slot: button.primary ? 'primaryAction' : 'secondaryAction' };
    const element = el('md-text-button', { text: button.label, attrs });
    if (button.primary) element.classList.add('primary');
    if (options.disabledMs) {
      element.setAttribute('disabled', '');
      setTimeout(() => element.removeAttribute('disabled'), options.disabledMs);
    }
    return element;
  }

  #mwcDialog(options: DialogOptions, buttons: HTMLElement[]): HTMLElement {
    const dialog = new MwcDialog();
    if (this.#form === 'mwc-dialog') dialog.heading = options.title;
    else dialog.setAttribute('heading', options.title);
    dialog.append(el('div', { class: 'dialog-content' }, ...bodyOf(options)), ...buttons);
    return dialog;
  }
}

function mdDialog(options: DialogOptions, buttons: HTMLElement[]): HTMLElement {
  const form = el(
    'form',
    { id: formId(options), attrs: { slot: 'content', method: 'dialog' } },
    ...bodyOf(options),
  );
  return el(
    'md-dialog',
    {},
    el('div', { text: options.title, attrs: { slot: 'headline' } }),
    form,
    el('div', { attrs: { slot: 'actions' } }, ...buttons),
  );
}

/** An icon, where there is one, stands before what is said. */
function bodyOf({ body, warns }: DialogOptions): (string | Node)[] {
  return warns ? [icon('warning'), ...body] : body;
}

function formId(options: DialogOptions): string {
  return options.formId ?? 'dialog-form';
}
