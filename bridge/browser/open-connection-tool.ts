import type { Tool } from '../../src/tools/tool.ts';
import { defineTool, z } from '../../src/tools/tool.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import { userSaidNo } from '../tabs/failures.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { isLetBack } from './ask-user.ts';
import type { ConnectedNotebook } from './connected-notebook.ts';
import { connectedNotebook, isSameNotebook } from './connected-notebook.ts';

const DESCRIPTION = `Connects to a Google Colab notebook in the user's browser. Call it before the notebook tools, and whenever one of them says not_connected.
Returns at once when a notebook is connected, even if another one is named; otherwise opens one in the browser and waits up to a minute for it. The result names the notebook.
If no browser could be opened, the result has a link in "url": show it to the user, who opens it in Chrome with the Cellwire extension.`;

/** Keeps the name and the three steps of colab-mcp's tool, so that prompts written for it work. */
export const openConnectionTool: Tool<BridgeContext> = defineTool({
  name: 'open_colab_browser_connection',
  title: 'Connect to a Colab notebook',
  group: 'session',
  effect: 'connects',
  description: DESCRIPTION,
  input: z.strictObject({
    url: z
      .string()
      .optional()
      .describe(
        'The notebook to open, as its address in the browser. Left out: the one that was connected last, or a scratch notebook.',
      ),
  }),
  run: async ({ url }, context: BridgeContext) => {
    const asked = { url: await context.connectionUrl(url), isNamed: url !== undefined };
    return { data: await connect(asked, context) };
  },
});

/** `url` is the one that connects the notebook asked for. */
interface Asked {
  url: string;
  isNamed: boolean;
}

async function connect(asked: Asked, context: BridgeContext): Promise<Record<string, unknown>> {
  const { opener, signal, progress, agent } = context;
  const found = await opener.connected(signal);
  if (found && (await isServed(found, asked, context))) return connectedData(found, asked, context, false);
  const opening = opener.open(asked.url);
  const first = opener.opensBrowser
    ? 'Opening a Colab notebook in the browser'
    : 'The user opens this link in Chrome';
  progress(`${first}: ${opening.url}`, { done: 1, total: 3 });

  const connecting = opener.wait(signal);
  // A launcher is watched for a moment; a tab may be faster than that.
  const launched = await Promise.race([opening.launched, connecting.then(() => true)]);
  progress(waitingMessage(launched, opening.url), { done: 2, total: 3 });
  const session = await connecting;
  if (!session) {
    return { result: false, connected: false, url: opening.url, message: timeoutMessage(launched) };
  }
  if (session.refused !== null) throw userSaidNo(agent.name);
  progress('The notebook is connected.', { done: 3, total: 3 });
  return connectedData(session, asked, context, opening.url === asked.url);
}

/** Where the user has shut the tab for us, the user is asked; but not in one notebook for another. */
async function isServed(found: TabSession, asked: Asked, context: BridgeContext): Promise<boolean> {
  if (found.refused === null) return true;
  const { last, opener } = context;
  const isIts = [last.url, opener.openedLast].some((url) => url !== null && isSameNotebook(url, asked.url));
  return (isIts || !asked.isNamed) && isLetBack(found, context);
}

/** Every connection says which notebook it is: an agent must not take it for another. */
async function connectedData(
  session: TabSession,
  asked: Asked,
  { timings, signal, last }: BridgeContext,
  isOpenedForIt: boolean,
): Promise<Record<string, unknown>> {
  const { notebook, notices } = await connectedNotebook(session, timings.statusMs, signal);
  if (notebook) last.noteAddress(notebook.url);
  // Somebody else may have opened, or the user shows, another one than was named.
  const isIt = notebook ? isSameNotebook(notebook.url, asked.url) : isOpenedForIt;
  const isOther = asked.isNamed && !isIt;
  return {
    result: true,
    connected: true,
    ...(notebook && { notebook }),
    message: isOther ? otherMessage(notebook) : connectedMessage(notebook),
    ...(notices.length > 0 && { notices }),
  };
}

function connectedMessage(notebook: ConnectedNotebook | null): string {
  return notebook ? `The notebook is connected: ${nameOf(notebook)}.` : 'A notebook is connected.';
}

function otherMessage(notebook: ConnectedNotebook | null): string {
  const which = notebook ? nameOf(notebook) : 'which may be another one: check with get_status';
  return `A notebook is connected already (${which}); the one you named was not opened. To work in that one, ask the user to disconnect or close the connected tab, then call this tool again; to work in the connected one, go on.`;
}

function nameOf({ name, url, cells }: ConnectedNotebook): string {
  const size = cells === null ? '' : `, ${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  return `"${name}", ${url}${size}`;
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
