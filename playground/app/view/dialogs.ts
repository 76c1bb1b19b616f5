import { el } from './dom.ts';

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
  /** Buttons that must not be pressed by accident start disabled. */
  disabledMs?: number;
}

/** Modal dialogs in either of the two forms that the page may use. */
export class Dialogs {
  readonly #form: 'mwc-dialog' | 'md-dialog';
  readonly #open: { close(action: string): void }[] = [];

  constructor(form: 'mwc-dialog' | 'md-dialog') {
    this.#form = form;
  }

  /** Answers with the action of the button, or `close`. */
  ask(options: DialogOptions): Promise<string> {
    const buttons = options.buttons.map((button) => this.#button(button, options));
    const dialog = this.#form === 'mwc-dialog' ? mwcDialog(options, buttons) : mdDialog(options, buttons);
    for (const name of (options.class ?? '').split(' ')) if (name) dialog.classList.add(name);
    dialog.setAttribute('open', '');
    return new Promise((resolve) => {
      const entry = {
        close: (action: string) => {
          dialog.removeAttribute('open');
          dialog.remove();
          this.#open.splice(this.#open.indexOf(entry), 1);
          resolve(action);
        },
      };
      options.buttons.forEach((button, index) => {
        buttons[index]?.addEventListener('click', () => entry.close(button.action));
      });
      this.#open.push(entry);
      document.body.append(dialog);
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
      this.#form === 'mwc-dialog'
        ? { dialogaction: button.action, slot: button.primary ? 'primaryAction' : 'secondaryAction' }
        : { value: button.action, form: formId(options) };
    const element = el('md-text-button', { text: button.label, attrs });
    if (button.primary) element.classList.add('primary');
    if (options.disabledMs) {
      element.setAttribute('disabled', '');
      setTimeout(() => element.removeAttribute('disabled'), options.disabledMs);
    }
    return element;
  }
}

function mwcDialog(options: DialogOptions, buttons: HTMLElement[]): HTMLElement {
  const content = el('div', { class: 'dialog-content' }, ...options.body);
  return el('mwc-dialog', { attrs: { heading: options.title } }, content, ...buttons);
}

function mdDialog(options: DialogOptions, buttons: HTMLElement[]): HTMLElement {
  const form = el(
    'form',
    { id: formId(options), attrs: { slot: 'content', method: 'dialog' } },
    ...options.body,
  );
  return el(
    'md-dialog',
    {},
    el('div', { text: options.title, attrs: { slot: 'headline' } }),
    form,
    el('div', { attrs: { slot: 'actions' } }, ...buttons),
  );
}

function formId(options: DialogOptions): string {
  return options.formId ?? 'dialog-form';
}
