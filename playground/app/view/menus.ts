import type { Commands } from '../commands/commands.ts';
import { el } from './dom.ts';

/** A null is a line between groups. */
const MENUS: Record<string, (string | null)[]> = {
  file: [
    'new',
    'import-notebook',
    null,
    'rename',
    'clone',
    'save',
    null,
    'download-ipynb',
    'download-python',
    'print',
  ],
  edit: ['undo', null, 'cut', 'copy', 'paste', 'delete-cell-or-selection', null, 'clear-outputs'],
  view: ['show-toc-pane', null, 'hide-code', 'toggle-output'],
  insert: ['insert-cell-below', 'add-text', 'add-section-header'],
  runtime: [
    'runall',
    'runbefore',
    'runfocused',
    'runafter',
    null,
    'interrupt',
    'restart',
    'restart-and-run-all',
    'powerwash-current-vm',
    null,
    'change-runtime-type',
  ],
  tools: ['show-command-palette', 'shortcuts'],
  help: ['faq', 'shortcuts'],
};

/**
 * The menu bar. Like the Closure menus it stands for, an item reacts to the mouse going down and up on
 * it, never to a `click()` from a script.
 */
export class Menus {
  readonly bar = el('div', {
    id: 'top-menubar',
    class: 'goog-menubar format-lightborder',
    attrs: { role: 'menubar', tabindex: '0' },
  });
  readonly #menus = new Map<HTMLElement, HTMLElement>();

  constructor(commands: Commands) {
    for (const [name, ids] of Object.entries(MENUS)) this.#add(name, ids, commands);
    document.addEventListener('mousedown', (event) => {
      if (event.target instanceof Element && !event.target.closest('.goog-menu, .goog-menu-button'))
        this.close();
    });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close(), { capture: true });
  }

  /** Menus hang at the end of the body, away from their buttons. */
  attach(): void {
    document.body.append(...this.#menus.values());
  }

  close(): void {
    for (const [button, menu] of this.#menus) {
      menu.style.display = 'none';
      button.classList.remove('goog-menu-button-open');
    }
  }

  #add(name: string, ids: readonly (string | null)[], commands: Commands): void {
    const label = name.charAt(0).toUpperCase() + name.slice(1);
    const button = el('div', {
      id: `${name}-menu-button`,
      class: 'goog-menu-button goog-inline-block',
      text: label,
      attrs: { role: 'button', 'aria-haspopup': 'true' },
    });
    const menu = el('div', { id: `${name}-menu`, class: 'goog-menu', attrs: { role: 'menu' } });
    menu.style.display = 'none';
    for (const id of ids)
      menu.append(id === null ? el('div', { class: 'goog-menuseparator' }) : this.#item(id, commands));
    button.addEventListener('mousedown', (event) => {
      event.preventDefault();
      const isOpen = menu.style.display !== 'none';
      this.close();
      if (!isOpen) open(button, menu);
    });
    button.addEventListener('mouseenter', () => {
      if (![...this.#menus.values()].some((other) => other.style.display !== 'none')) return;
      this.close();
      open(button, menu);
    });
    this.#menus.set(button, menu);
    this.bar.append(button);
  }

  #item(id: string, commands: Commands): HTMLElement {
    const command = commands.get(id);
    const item = el(
      'div',
      { class: 'goog-menuitem', attrs: { role: 'menuitem', command: id } },
      el('div', { class: 'goog-menuitem-content', text: command?.label ?? id }),
      el('span', { class: 'goog-menuitem-accel', text: command?.shortcut ?? '' }),
    );
    let pressed = false;
    item.addEventListener('mousedown', (event) => {
      event.preventDefault();
      pressed = true;
    });
    item.addEventListener('mouseup', () => {
      if (pressed) {
        this.close();
        commands.execute(id);
      }
      pressed = false;
    });
    return item;
  }
}

function open(button: HTMLElement, menu: HTMLElement): void {
  const place = button.getBoundingClientRect();
  menu.style.left = `${place.left}px`;
  menu.style.top = `${place.bottom + 2}px`;
  menu.style.display = '';
  button.classList.add('goog-menu-button-open');
}
