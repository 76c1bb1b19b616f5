import type { Runtime } from '../execution/runtime.ts';
import { askReconnect } from '../execution/runtime-troubles.ts';
import type { Dialogs } from '../view/dialogs.ts';
import type { Behaviour } from './behaviour.ts';

/** Dialogs that are open when the page has loaded. Answers whether runs may go on once they are gone. */
export async function openStartupDialogs(
  behaviour: Behaviour,
  runtime: Runtime,
  dialogs: Dialogs,
): Promise<boolean> {
  if (behaviour.cannotSaveAtLoad) void askCannotSave(dialogs);
  if (!behaviour.runtimeLostAtLoad) return true;
  if (await askReconnect(dialogs)) await runtime.connect();
  return true;
}

export function askCannotSave(dialogs: Dialogs): Promise<string> {
  return dialogs.ask({
    title: 'Cannot save changes',
    body: ['Changes to this notebook will not be saved. Save a copy to keep them.'],
    buttons: [
      { label: 'Cancel', action: 'cancel' },
      { label: 'Save a copy in Drive', action: 'ok', primary: true },
    ],
    class: 'yes-no-dialog',
  });
}
