import type { Tool } from '../../src/tools/tool.ts';
import { defineTool, z } from '../../src/tools/tool.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import type { ConnectedNotebook } from './connected-notebook.ts';
import { connectedNotebook, isSameNotebook } from './connected-notebook.ts';

const DESCRIPTION = `Connects to a Google Colab notebook in the user's browser. Call it before the notebook tools, and whenever one of them says not_connected.
Returns at once when a notebook is connected, even if another one is named; otherwise opens one in the browser and waits up to a minute for it.
If no browser could be opened, the result has a link in "url": show it to the user, who opens it in Chrome with the Cellwire extension.`;

const CONNECTED = 'The notebook is connected.';

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
      .describe('The notebook to open, as its address in the browser. Left out: a scratch notebook.'),
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
  const { opener, signal, progress } = context;
  if (await opener.isConnected(signal)) {
    const message = asked.isNamed ? await alreadyMessage(asked.url, context) : 'A notebook is connected.';
    return { result: true, connected: true, message };
  }
  const opening = opener.open(asked.url);
  const first = opener.opensBrowser
    ? 'Opening a Colab notebook in the browser'
    : 'The user opens this link in Chrome';
  progress(`${first}: ${opening.url}`, { done: 1, total: 3 });

  const connecting = opener.wait(signal);
  // A launcher is watched for a moment; a tab may be faster than that.
  const launched = await Promise.race([opening.launched, connecting.then(() => true)]);
  progress(waitingMessage(launched, opening.url), { done: 2, total: 3 });
  const connected = await connecting;
  if (connected) {
    progress(CONNECTED, { done: 3, total: 3 });
    // Somebody else's call may have opened another one in the meantime.
    const isOurs = !asked.isNamed || opening.url === asked.url;
    const message = isOurs ? CONNECTED : await alreadyMessage(asked.url, context);
    return { result: true, connected, message };
  }
  return { result: false, connected, url: opening.url, message: timeoutMessage(launched) };
}

/** For an agent that named a notebook: it must not take the connected one for it. */
async function alreadyMessage(url: string, { tabs, timings, signal }: BridgeContext): Promise<string> {
  const session = await tabs.sessionFor(undefined, signal);
  const notebook = await connectedNotebook(session, timings.statusMs, signal);
  if (notebook && isSameNotebook(notebook.url, url)) return CONNECTED;
  return `A notebook is connected already (${nameOf(notebook)}); the one you named was not opened. To work in that one, ask the user to disconnect or close the connected tab, then call this tool again; to work in the connected one, go on.`;
}

function nameOf(notebook: ConnectedNotebook | null): string {
  return notebook ? `"${notebook.name}", ${notebook.url}` : 'which may be another one: check with get_status';
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
