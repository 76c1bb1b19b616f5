import type { App } from '../app.ts';
import type { CodeCell } from '../model/cell.ts';
import type { Command } from './commands.ts';

/** Running cells. */
export function runCommands(app: App): Command[] {
  const { document, executor, snackbar } = app;
  const focusedIndex = () => (document.focused ? document.indexOf(document.focused) : 0);
  const codeIn = (from: number, to?: number): CodeCell[] =>
    document.cells.slice(from, to).filter((cell) => cell.kind === 'code');
  const run = (cells: readonly CodeCell[]) => executor.runAll(cells, 'click');
  return [
    { id: 'runall', label: 'Run all', shortcut: 'Ctrl+F9', run: () => run(document.codeCells) },
    { id: 'runbefore', label: 'Run before', shortcut: 'Ctrl+F8', run: () => run(codeIn(0, focusedIndex())) },
    {
      id: 'runfocused',
      label: 'Run the focused cell',
      shortcut: 'Ctrl+Enter',
      run: () => {
        const cell = document.focused;
        return cell?.kind === 'code' ? executor.run(cell, 'click') : undefined;
      },
    },
    {
      id: 'runafter',
      label: 'Run cell and below',
      shortcut: 'Ctrl+F10',
      run: () => run(codeIn(focusedIndex())),
    },
    {
      id: 'interrupt',
      label: 'Interrupt execution',
      shortcut: 'Ctrl+M I',
      run: () => {
        if (!executor.interrupt()) snackbar.show('This kernel cannot be interrupted in this browser.');
      },
    },
    {
      id: 'clear-outputs',
      label: 'Clear all outputs',
      run: () => {
        for (const cell of document.codeCells) cell.outputs.clear();
      },
    },
  ];
}
