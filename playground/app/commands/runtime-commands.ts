import type { App } from '../app.ts';
import { AcceleratorSelector } from '../elements/accelerator-selector.ts';
import type { Command } from './commands.ts';

const LOST = 'Runtime state, including all local variables, will be lost.';

/** Looking after the runtime itself. */
export function runtimeCommands(app: App): Command[] {
  const { document, executor, runtime, dialogs, snackbar, behaviour } = app;
  const confirm = async (title: string, body: string, label: string, name = 'yes-no-dialog') => {
    const buttons = [
      { label: 'Cancel', action: 'cancel' },
      { label, action: 'ok', primary: true },
    ];
    return (await dialogs.ask({ title, body: [body], buttons, class: name })) === 'ok';
  };
  const restart = async () => {
    await runtime.restart();
    snackbar.show('The session was restarted.');
  };
  const changeType = async () => {
    const selector = new AcceleratorSelector();
    selector.offer(runtime.accelerator);
    const answer = await dialogs.ask({
      title: 'Change runtime type',
      body: ['Hardware accelerator', selector],
      buttons: [
        { label: 'Cancel', action: 'cancel' },
        { label: 'Save', action: 'ok', primary: true },
      ],
      class: 'change-runtime-type',
    });
    const { value } = selector;
    if (answer !== 'ok' || value === runtime.accelerator) return;
    const warning = 'Changing the runtime type disconnects and deletes the current runtime.';
    const asks = behaviour.warnRuntimeChange && runtime.connected;
    if (asks && !(await confirm('Disconnect and delete runtime', warning, 'OK', 'dismiss-runtime-warning')))
      return;
    runtime.change(value);
  };
  return [
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
        await executor.runAll(document.codeCells, 'click');
      },
    },
    {
      id: 'powerwash-current-vm',
      label: 'Disconnect and delete runtime',
      run: async () => {
        if (await confirm('Disconnect and delete runtime?', LOST, 'Yes')) runtime.disconnect();
      },
    },
    { id: 'change-runtime-type', label: 'Change runtime type', run: changeType },
    { id: 'connect', label: 'Connect to a runtime', run: () => runtime.connect() },
  ];
}
