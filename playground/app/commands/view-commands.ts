import type { App } from '../app.ts';
import { el } from '../view/dom.ts';
import { openPalette } from '../view/palette.ts';
import type { Command } from './commands.ts';

/** What changes the look of the page, and help. */
export function viewCommands(app: App): Command[] {
  const toggle = (key: 'codeHidden' | 'outputHidden') => () => {
    const cell = app.document.focused;
    if (cell?.kind !== 'code') return;
    cell[key] = !cell[key];
    const view = app.view.viewOf(cell);
    if (view && 'refresh' in view) view.refresh();
  };
  return [
    {
      id: 'show-toc-pane',
      label: 'Table of contents',
      run: () => {
        document.querySelector('colab-left-pane')?.dispatchEvent(new Event('playground-toggle-toc'));
      },
    },
    { id: 'hide-code', label: 'Show/hide code', run: toggle('codeHidden') },
    { id: 'toggle-output', label: 'Show/hide output', shortcut: 'Ctrl+M O', run: toggle('outputHidden') },
    {
      id: 'show-command-palette',
      label: 'Command palette',
      shortcut: 'Ctrl+Shift+P',
      run: () => openPalette(app.commands),
    },
    { id: 'shortcuts', label: 'Keyboard shortcuts', shortcut: 'Ctrl+M H', run: () => showShortcuts(app) },
    { id: 'faq', label: 'About this playground', run: () => showAbout(app) },
  ];
}

function showShortcuts(app: App): Promise<string> {
  const rows = app.commands.all
    .filter((command) => command.shortcut)
    .map((command) =>
      el(
        'tr',
        {},
        el('td', { text: command.label }),
        el('td', {}, el('kbd', { text: command.shortcut ?? '' })),
      ),
    );
  return app.dialogs.ask({
    title: 'Keyboard shortcuts',
    body: [el('table', { class: 'shortcut-table' }, ...rows)],
    buttons: [{ label: 'Close', action: 'close', primary: true }],
    class: 'wide',
  });
}

function showAbout(app: App): Promise<string> {
  return app.dialogs.ask({
    title: 'About this playground',
    body: [
      'A small notebook that runs on your own machine: the page has the shape of a Colab notebook, and the ',
      'Python behind it is CPython compiled to WebAssembly. Nothing you type leaves this browser.',
    ],
    buttons: [{ label: 'Close', action: 'close', primary: true }],
  });
}
