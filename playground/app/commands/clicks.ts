import type { App } from '../app.ts';
import { makeCell } from '../model/cell.ts';
import { insertAt } from './cell-commands.ts';

/** Buttons name their command in an attribute; one listener serves them all, through shadow roots. */
export function listenToClicks(app: App): void {
  document.addEventListener('click', (event) => {
    for (const target of event.composedPath()) {
      if (!(target instanceof HTMLElement)) continue;
      if (target instanceof HTMLInputElement || target.classList.contains('goog-menuitem')) return;
      if (target.classList.contains('add-button')) return addBetween(app, target);
      const command = target.getAttribute('command');
      if (command) {
        app.commands.execute(command);
        return;
      }
    }
  });
}

function addBetween(app: App, button: HTMLElement): void {
  const kind = button.classList.contains('add-text') ? 'text' : 'code';
  const above = button.closest('.cell')?.id.replace(/^cell-/, '');
  const cell = above === undefined ? undefined : app.document.find(above);
  insertAt(app, cell ? app.document.indexOf(cell) + 1 : 0, makeCell(kind));
}
