import { inputSchemaOf } from '../../src/tools/listing.ts';
import { parseArguments, z } from '../../src/tools/tool.ts';
import type { LocalCall, LocalTool } from '../agent/local-tool.ts';
import type { ConnectedNotebook } from './connected-notebook.ts';
import { isSameNotebook } from './connected-notebook.ts';
import type { ConnectionOpener } from './connection-opener.ts';

const NAME = 'open_colab_browser_connection';

const INPUT = z.strictObject({
  url: z
    .string()
    .optional()
    .describe('The notebook to open, as its address in the browser. Left out: a scratch notebook.'),
});

const DESCRIPTION = `Connects to a Google Colab notebook in the user's browser. Call it before the notebook tools, and whenever one of them says not_connected.
Returns at once when a notebook is connected, even if another one is named; otherwise opens one in the browser and waits up to a minute for it.
If no browser could be opened, the result has a link in "url": show it to the user, who opens it in Chrome with the Cellwire extension.`;

const CONNECTED = 'The notebook is connected.';

/** Keeps the name and the three steps of colab-mcp's tool, so that prompts written for it work. */
export function openConnectionTool(opener: ConnectionOpener, linkFor: (url?: string) => string): LocalTool {
  return {
    listing: {
      name: NAME,
      title: 'Connect to a Colab notebook',
      description: DESCRIPTION,
      inputSchema: inputSchemaOf(INPUT),
      annotations: {
        title: 'Connect to a Colab notebook',
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    },
    run: async (call) => {
      const { url } = parseArguments(NAME, INPUT, call.args);
      return run(opener, { link: linkFor(url), isNamed: url !== undefined }, call);
    },
  };
}

async function run(
  opener: ConnectionOpener,
  { link, isNamed }: { link: string; isNamed: boolean },
  { signal, progress }: LocalCall,
): Promise<Record<string, unknown>> {
  if (await opener.isConnected(signal)) {
    const message = isNamed ? await alreadyMessage(opener, link, signal) : 'A notebook is connected.';
    return { result: true, connected: true, message };
  }
  const opening = opener.open(link);
  const first = opener.opensBrowser
    ? 'Opening a Colab notebook in the browser'
    : 'The user opens this link in Chrome';
  progress(1, 3, `${first}: ${opening.link}`);

  const connecting = opener.wait(signal);
  // A launcher is watched for a moment; a tab may be faster than that.
  const launched = await Promise.race([opening.launched, connecting.then(() => true)]);
  progress(2, 3, waitingMessage(launched, opening.link));
  const connected = await connecting;
  if (connected) {
    progress(3, 3, CONNECTED);
    // Somebody else's call may have opened another one in the meantime.
    const isOurs = !isNamed || opening.link === link;
    const message = isOurs ? CONNECTED : await alreadyMessage(opener, link, signal);
    return { result: true, connected, message };
  }
  return { result: false, connected, url: opening.link, message: timeoutMessage(launched) };
}

/** For an agent that named a notebook: it must not take the connected one for it. */
async function alreadyMessage(opener: ConnectionOpener, link: string, signal: AbortSignal): Promise<string> {
  const notebook = await opener.notebook(signal);
  if (notebook && isSameNotebook(notebook.url, link)) return CONNECTED;
  return `A notebook is connected already (${nameOf(notebook)}); the one you named was not opened. To work in that one, ask the user to disconnect or close the connected tab, then call this tool again; to work in the connected one, go on.`;
}

function nameOf(notebook: ConnectedNotebook | null): string {
  return notebook ? `"${notebook.name}", ${notebook.url}` : 'which may be another one: check with get_status';
}

function waitingMessage(launched: boolean, link: string): string {
  return launched
    ? `Waiting for the notebook to connect. If no tab opened, open this link in Chrome: ${link}`
    : `No browser was opened. Waiting for the user to open this link in Chrome: ${link}`;
}

function timeoutMessage(launched: boolean): string {
  const opened = launched ? 'A browser was opened, but no' : 'No';
  return `${opened} notebook has connected yet. Ask the user to open the url in Chrome, with the Cellwire extension, and to allow access if the page asks. It may connect at any later time; then the notebook tools work without another call of this one.`;
}
