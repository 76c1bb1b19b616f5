import type { BridgeContext } from '../agent/bridge-context.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { isLetBack } from './ask-user.ts';
import type { ConnectedNotebook } from './connected-notebook.ts';
import { connectedNotebook } from './connected-notebook.ts';

/** Where the user has shut the tab for us, the user is asked. False: nobody can be asked there. */
export async function isServed(found: TabSession, context: BridgeContext): Promise<boolean> {
  if (found.mismatch) throw found.mismatch;
  return found.refused === null || isLetBack(found, context);
}

/** Every connection says which notebook it is: an agent must not take it for another. It works there from now on. */
export async function connectedData(
  session: TabSession,
  { timings, signal, last, tabs, agent }: BridgeContext,
): Promise<Record<string, unknown>> {
  tabs.choose(session);
  const { notebook, notices } = await connectedNotebook(session, agent, timings.statusMs, signal);
  if (notebook) {
    last.noteAddress(notebook.url);
    session.notebookName = notebook.name;
  }
  const { notebookId: id } = session;
  return {
    result: true,
    connected: true,
    ...(notebook && { notebook: { ...(id !== null && { id }), ...notebook } }),
    message: connectedMessage(notebook),
    ...(notices.length > 0 && { notices }),
  };
}

function connectedMessage(notebook: ConnectedNotebook | null): string {
  return notebook ? `The notebook is connected: ${nameOf(notebook)}.` : 'A notebook is connected.';
}

function nameOf({ name, url, cells }: ConnectedNotebook): string {
  const size = cells === null ? '' : `, ${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  return `"${name}", ${url}${size}`;
}
