import { Failure } from '../../src/notebook/failure.ts';
import type { NotebooksResult } from '../../src/wire/notebook-list.ts';
import { NOTEBOOKS_METHOD, readNotebooks } from '../../src/wire/notebook-list.ts';
import { within } from '../within.ts';
import { tabOf } from './admission.ts';
import type { TabSession } from './tab-session.ts';

/**
 * Asks a tab's browser which notebooks it shows: those that are connected with us, and `others` if the user lets us.
 * Null when it does not say, or not soon.
 */
export async function notebooksSeenBy(
  { linkId, client }: TabSession,
  others: boolean,
  waitMs: number,
  signal: AbortSignal,
): Promise<NotebooksResult | null> {
  if (linkId === null) return null;
  try {
    return readNotebooks(
      await within(waitMs, signal, (soon) => client.request(NOTEBOOKS_METHOD, { others }, { signal: soon })),
    );
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Asks for the names of the notebooks that these tabs show: one tab tells those of its whole browser. */
export async function learnNames(
  sessions: readonly TabSession[],
  waitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const told = new Set<TabSession>();
  for (const session of sessions) {
    if (told.has(session)) continue;
    const seen = await notebooksSeenBy(session, false, waitMs, signal);
    for (const one of seen ? noteNames(sessions, seen) : []) told.add(one);
  }
}

/** Gives those that were named. */
export function noteNames(sessions: readonly TabSession[], { tabs }: NotebooksResult): TabSession[] {
  return sessions.filter((session) => {
    const tab = tabs.find(({ linkId }) => linkId !== null && linkId === tabIn(session));
    if (tab) session.notebookName = tab.name;
    return tab !== undefined;
  });
}

const tabIn = ({ linkId }: TabSession): string | null => (linkId === null ? null : tabOf(linkId));

export function isCalled({ notebookName }: TabSession, name: string): boolean {
  return notebookName !== null && isSameName(notebookName, name);
}

/** People leave out what every notebook's name ends with. */
export const isSameName = (one: string, other: string): boolean => bare(one) === bare(other);

const bare = (name: string): string => name.trim().replace(/\.ipynb$/i, '');

export function notNamed(
  name: string,
  called: readonly TabSession[],
  present: readonly TabSession[],
): Failure {
  if (called.length > 1) {
    const message = `${called.length} connected notebooks are called "${name}", so nothing was done: ${listed(called)}.`;
    return new Failure('invalid_input', message, 'Give the id of the one you mean as notebook.');
  }
  const message = `No connected notebook has the id or name "${name}", so nothing was done. ${connected(present)}`;
  return new Failure('not_connected', message, `${CHOOSE}, or attach it with attach_notebook.`);
}

/** The agent names none, and the one that it worked in is not there any more. */
export function chosenIsGone(gone: string, present: readonly TabSession[]): Failure {
  const message = `The notebook that you worked in (${gone}) is not connected any more, so nothing was done. ${connected(present)}`;
  return new Failure(
    'not_connected',
    message,
    `${CHOOSE}, or get the one before back with open_colab_browser_connection and its url.`,
  );
}

/** The agent names none, and has not worked in any. */
export function noneChosen(present: readonly TabSession[]): Failure {
  const message = `Several notebooks are connected, and the call does not say which one, so nothing was done. ${connected(present)}`;
  return new Failure('invalid_input', message, `${CHOOSE}.`);
}

const CHOOSE = 'To work in a connected one, give its id or name as notebook; later calls stay there';

const connected = (present: readonly TabSession[]): string =>
  present.length === 0 ? 'None is connected.' : `Connected: ${listed(present)}.`;

const listed = (sessions: readonly TabSession[]): string => sessions.map(label).join('; ');

function label({ notebookId, notebookName, notebookUrl, refused }: TabSession): string {
  // Of a notebook that the user has shut nothing is told but that.
  if (refused !== null) return 'one that the user has shut for you';
  const name = notebookName === null ? null : `"${notebookName}"`;
  return [notebookId ?? 'a tab without an id', name, notebookUrl].filter((part) => part !== null).join(', ');
}
