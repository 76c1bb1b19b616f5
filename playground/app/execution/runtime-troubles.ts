import type { Snackbar } from '../elements/snackbar.ts';
import type { Dialogs } from '../view/dialogs.ts';
import type { Runtime } from './runtime.ts';

/** What the page says, and does, when the runtime goes away without the user having asked for it. */
export function tellOfTroubles(runtime: Runtime, dialogs: Dialogs, snackbar: Snackbar): void {
  runtime.events.on('crashed', () => {
    snackbar.show('Your session crashed for an unknown reason.', -1);
    // The connect button looks the same afterwards: there is a session again, and it is empty.
    void runtime.connect();
  });
  runtime.events.on('idle', () => {
    void askReconnect(dialogs).then((again) => (again ? runtime.connect() : undefined));
  });
}

/** Whether the user wants it back. */
export async function askReconnect(dialogs: Dialogs): Promise<boolean> {
  const answer = await dialogs.ask({
    title: 'Runtime disconnected',
    body: ['Your runtime has been disconnected due to inactivity or reaching its maximum duration.'],
    buttons: [
      { label: 'Close', action: 'close' },
      { label: 'Reconnect', action: 'ok', primary: true },
    ],
    class: 'yes-no-dialog',
  });
  return answer === 'ok';
}
