import css from '../styles/cell-toolbar.css?inline';
import { el } from '../view/dom.ts';
import { type IconName, icon } from '../view/icons.ts';
import { openShadow } from './shadow.ts';

const BUTTONS: { command: string; icon: IconName; label: string }[] = [
  { command: 'move-cell-up', icon: 'up', label: 'Move cell up' },
  { command: 'move-cell-down', icon: 'down', label: 'Move cell down' },
  { command: 'toggle-edit-markdown', icon: 'edit', label: 'Edit or close the editor' },
  { command: 'delete-cell-or-selection', icon: 'delete', label: 'Delete cell' },
];

/** The small toolbar that floats over the focused cell. */
export class CellToolbar extends HTMLElement {
  constructor() {
    super();
    openShadow(this, css, ...BUTTONS.map(makeButton));
  }
}

function makeButton({ command, icon: name, label }: (typeof BUTTONS)[number]): HTMLElement {
  return el(
    'md-icon-button',
    { id: `button-${command}`, attrs: { command, 'aria-label': label, title: label } },
    icon(name),
  );
}

export function defineCellToolbar(): void {
  customElements.define('colab-cell-toolbar', CellToolbar);
}
