import type { BridgeContext } from '../agent/bridge-context.ts';
import { userSaidNo } from '../tabs/failures.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { attachThrough } from './attach-through.ts';
import { connectedData } from './connected-data.ts';
import { isSameNotebook } from './connected-notebook.ts';

/** A notebook that is to be connected. */
export interface Asked {
  /** Its address. */
  notebook: string;
  /** The address that connects it. */
  link: string;
  /** The agent has named it: no other one will do. */
  isNamed: boolean;
}

type Data = Record<string, unknown>;

/** Connects a notebook that no tab has yet: through a tab that is connected, or else by the user's browser. */
export async function connectNew(asked: Asked, context: BridgeContext): Promise<Data> {
  const { opener, signal, progress, agent, tabs } = context;
  const begun = await attachThrough({ url: asked.notebook }, context);
  if (begun?.answer === 'begun') return begun.data();
  // Nothing is connected: what comes next is what the agent wants.
  if (!tabs.isConnected) tabs.forgetChoice();
  const { opening, connecting } = opener.open(asked.notebook, asked.link, comesFor(asked, context), signal);
  const first = opener.opensBrowser
    ? 'Opening a Colab notebook in the browser'
    : 'The user opens this link in Chrome';
  progress(`${first}: ${opening.url}`, { done: 1, total: 3 });
  // A launcher is watched for a moment; a tab may be faster than that.
  const launched = await Promise.race([opening.launched, connecting.then(() => true)]);
  progress(waitingMessage(launched, opening.url), { done: 2, total: 3 });
  const session = await connecting;
  if (!session) {
    return { result: false, connected: false, url: opening.url, message: timeoutMessage(launched) };
  }
  if (session.refused !== null) throw userSaidNo(agent.name);
  progress('The notebook is connected.', { done: 3, total: 3 });
  return connectedData(session, context);
}

/** Which tab is the one that was asked for, or the user's answer to it, of those that come or change from now on. */
function comesFor({ notebook, isNamed }: Asked, { tabs }: BridgeContext): (session: TabSession) => boolean {
  const before = new Map(tabs.present.map((session) => [session, session.refused]));
  return (session) => {
    const { refused, notebookUrl } = session;
    const was = before.get(session);
    const isIt = notebookUrl !== null && isSameNotebook(notebookUrl, notebook);
    // One that worked in another notebook shows this one now, or the user shuts it for both.
    if (was === null) return isNamed && isIt;
    if (refused !== null) return was !== refused;
    return !isNamed || notebookUrl === null || isIt;
  };
}

function waitingMessage(launched: boolean, url: string): string {
  return launched
    ? `Waiting for the notebook to connect. If no tab opened, open this link in Chrome: ${url}`
    : `No browser was opened. Waiting for the user to open this link in Chrome: ${url}`;
}

function timeoutMessage(launched: boolean): string {
  const opened = launched ? 'A browser was opened, but no' : 'No';
  return `${opened} notebook has connected yet. Ask the user to open the url in Chrome, with the Cellwire extension, and to allow access if the page asks. It may connect at any later time; then the notebook tools work without another call of this one.`;
}
