import type { App } from '../app.ts';
import type { CodeCell } from '../model/cell.ts';
import type { Command } from './commands.ts';

/** Running cells and looking after the runtime. */
export function runCommands(app: App): Command[] {
  const { document, executor, runtime, dialogs, snackbar } = app;
  const focusedIndex = () => (document.focused ? document.indexOf(document.focused) : 0);
  const codeIn = (from: number, to?: number): CodeCell[] =>
    document.cells.slice(from, to).filter((cell) => cell.kind === 'code');
  const run = (cells: readonly CodeCell[]) => executor.runAll(cells, 'click');
  const restart = async () => {
    await runtime.kernel.restart();
    snackbar.show('The session was restarted.');
  };
  const confirm = async (title: string, body: string, label: string) => {
    const buttons = [
      { label: 'Cancel', action: 'cancel' },
      { label, action: 'ok', primary: true },
    ];
    return (await dialogs.ask({ title, body: [body], buttons, class: 'yes-no-dialog' })) === 'ok';
  };
  const LOST = 'Runtime state, including all local variables, will be lost.';
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
      id: 'restart',
      label: 'Restart session',
      shortcut: 'Ctrl+M .',
      run: async () => {
        if (await confirm('Restart session?', LOST, 'Yes')) await restart();
      },
    },
    {
      id: 'restart-and-run-all',
      label: 'Restart session and run all',
      run: async () => {
        if (!(await confirm('Restart session and run all cells?', LOST, 'Yes'))) return;
        await restart();
        await run(document.codeCells);
      },
    },
    {
      id: 'powerwash-current-vm',
      label: 'Disconnect and delete runtime',
      run: async () => {
        if (await confirm('Disconnect and delete runtime?', LOST, 'Yes')) runtime.disconnect();
      },
    },
    { id: 'connect', label: 'Connect to a runtime', run: () => runtime.connect() },
    {
      id: 'clear-outputs',
      label: 'Clear all outputs',
      run: () => {
        for (const cell of document.codeCells) cell.outputs.clear();
      },
    },
  ];
}
