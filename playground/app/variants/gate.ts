import { type RunGate, RunRefused } from '../execution/run-gate.ts';
import type { Runtime } from '../execution/runtime.ts';
import type { Dialogs } from '../view/dialogs.ts';
import type { Behaviour } from './behaviour.ts';

/** Everything that may stand between asking for a run and running. */
export function makeGate(
  behaviour: Behaviour,
  runtime: Runtime,
  dialogs: Dialogs,
  startupDialogs: Promise<boolean>,
): RunGate {
  const runAnyway = once(behaviour.askRunAnyway, () => askRunAnyway(dialogs));
  const sessions = once(behaviour.askTerminateSessions, () => askTerminateSessions(dialogs));
  return async (origin) => {
    if (!(await startupDialogs)) return false;
    if (origin === 'script' && behaviour.connectOnClickOnly && !runtime.connected) return false;
    await runAnyway();
    await sessions();
    return true;
  };
}

/** Asks until the answer is yes, and one dialog at a time; afterwards never again. */
function once(needed: boolean, ask: () => Promise<void>): () => Promise<void> {
  let asking: Promise<void> | undefined;
  return () => {
    if (!needed) return Promise.resolve();
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking.then(() => {
      needed = false;
    });
  };
}

async function askRunAnyway(dialogs: Dialogs): Promise<void> {
  const answer = await dialogs.ask({
    title: 'Warning: This notebook was not authored by Google',
    body: [
      'This notebook is being loaded from elsewhere. It may request access to your data or read data and ',
      'credentials from other sessions. Please review the source code before executing this notebook.',
    ],
    buttons: [
      { label: 'Cancel', action: 'cancel' },
      { label: 'Run anyway', action: 'ok', primary: true },
    ],
    class: 'wide',
    formId: 'external-notebook-authored-dialog',
    warns: true,
    disabledMs: 1000,
  });
  if (answer !== 'ok') throw new RunRefused('Execution was cancelled in the dialog.');
}

async function askTerminateSessions(dialogs: Dialogs): Promise<void> {
  const answer = await dialogs.ask({
    title: 'Too many sessions',
    body: ['You have too many active sessions. Terminate an existing session to continue.'],
    buttons: [
      { label: 'Cancel', action: 'cancel' },
      { label: 'Terminate other sessions', action: 'ok', primary: true },
    ],
    class: 'yes-no-dialog',
  });
  if (answer !== 'ok') throw new RunRefused('There are too many active sessions.');
}
