import type { Tool } from '../../src/tools/tool.ts';
import { defineTool, z } from '../../src/tools/tool.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { connectNew } from './connect.ts';
import { connectedData, isServed } from './connected-data.ts';
import { isSameNotebook } from './connected-notebook.ts';
import { connectionResult } from './connection-result.ts';
import { connectedNotebooks } from './listed-notebooks.ts';

const DESCRIPTION = `Connects to a Google Colab notebook in the user's browser; call it when a tool says not_connected. Returns at once if it is connected (without url: if any is), else opens it beside those that are, and waits up to a minute. Later calls go there. If no browser could be opened, the result has a link in "url": the user opens it in Chrome with the Cellwire extension.`;

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
      .describe('Address of the notebook; default: the one connected last, or a scratch notebook.'),
  }),
  output: connectionResult,
  run: async ({ url }, context: BridgeContext) => ({ data: await connect(url, context) }),
});

async function connect(url: string | undefined, context: BridgeContext): Promise<Record<string, unknown>> {
  const { opener, signal, tabs, last } = context;
  const link = await context.connectionUrl(url);
  await opener.settle(signal);
  const found = url === undefined ? tabs.current : connectedAt(url, context);
  if (found && (await isServed(found, context))) return connectedData(found, context);
  if (url === undefined && tabs.isConnected && tabs.isUndecided) return severalData(context);
  return connectNew({ notebook: url ?? last.url, link, isNamed: url !== undefined }, context);
}

/** The tab that has the notebook of this address; one that the user has shut may be it without saying so. */
export function connectedAt(url: string, { tabs, opener }: BridgeContext): TabSession | null {
  const isAt = ({ notebookUrl }: TabSession): boolean =>
    notebookUrl !== null && isSameNotebook(notebookUrl, url);
  const found = tabs.present.filter(isAt);
  const usable = found.find((session) => session.isUsable) ?? found[0];
  if (usable) return usable;
  const mayBeIt = opener.openedLast !== null && isSameNotebook(opener.openedLast, url);
  const shut = tabs.present.findLast(({ refused, notebookUrl }) => refused !== null && notebookUrl === null);
  if (mayBeIt && shut) return shut;
  // Where nothing but a tab that does not fit is connected, another one would not fit either.
  return tabs.isConnected ? null : (tabs.present.find(({ mismatch }) => mismatch !== null) ?? null);
}

/** Which of them is meant, only the agent knows. */
async function severalData(context: BridgeContext): Promise<Record<string, unknown>> {
  return {
    result: true,
    connected: true,
    notebooks: await connectedNotebooks(context),
    message:
      'Several notebooks are connected, and you have not worked in any of them yet. Give the id or name of one as notebook in your next call; later calls stay there.',
  };
}
