import { Failure } from '../../src/notebook/failure.ts';
import type { Mismatch } from '../../src/wire/hello.ts';

export function notConnected(connectionUrl: string): Failure {
  return new Failure(
    'not_connected',
    'No notebook tab is connected, so nothing was done.',
    `Call open_colab_browser_connection, or ask the user to open this link: ${connectionUrl}`,
  );
}

export function notebookNotConnected(notebook: string, shown: readonly string[]): Failure {
  return new Failure(
    'not_found',
    `No connected tab shows the notebook "${notebook}", so nothing was done. Shown: ${shown.join(', ')}.`,
    'Use the runs and resources of a notebook that is shown, or ask the user to open that one again in the connected tab.',
  );
}

export function doNotFit({ sentence, remedy }: Mismatch): Failure {
  return new Failure('unsupported', `${sentence}, so nothing was done.`, `Ask the user to ${remedy}.`);
}

const LOOK_FIRST =
  'Look at the notebook (get_cells) before doing it again; open_colab_browser_connection reconnects.';

export function tabLost(): Failure {
  return new Failure(
    'lost',
    'The notebook tab went away during the call and did not come back; the call may have been carried out in part or in full.',
    LOOK_FIRST,
  );
}

export function tabLeft(): Failure {
  return new Failure(
    'lost',
    'You detached the notebook during the call; the call may have been carried out in part or in full.',
    'attach_notebook connects it again; look at it (get_cells) before doing the same again.',
  );
}

export function tabReplaced(): Failure {
  return new Failure(
    'lost',
    'The notebook tab was closed or reloaded, or its extension updated, during the call, and another one took its place; the call may have been carried out in part or in full.',
    LOOK_FIRST,
  );
}

export function unreadableAnswer(): Failure {
  return new Failure(
    'internal',
    'The notebook tab gave an answer that is not valid JSON-RPC; the call may have been carried out in part or in full.',
    'Look at the notebook (get_cells) before doing it again; if it happens twice, please report it.',
  );
}

export function bridgeEnding(): Failure {
  return new Failure('lost', 'The bridge is going away.', 'Start it again; the tab re-attaches by itself.');
}

/** To the call that had the user asked. */
export function userSaidNo(agent: string): Failure {
  return new Failure(
    'denied',
    `The user was asked and said no: ${agent} may not work in the notebook, so nothing was connected.`,
    'Do not ask again by yourself. If the user wants it after all, call open_colab_browser_connection again; the user has to allow it in the page.',
  );
}

export function userHasNotAnswered(): Failure {
  return new Failure(
    'user_action_required',
    'The user had disconnected the notebook, was asked in its tab whether you may come back, and has not answered yet; nothing was connected.',
    'Ask the user to answer in the Colab tab, then call open_colab_browser_connection again.',
  );
}
