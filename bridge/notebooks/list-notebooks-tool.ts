import type { Tool } from '../../src/tools/tool.ts';
import { defineTool, z } from '../../src/tools/tool.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import { listedNotebook } from '../browser/connection-result.ts';
import type { Seen } from '../browser/listed-notebooks.ts';
import { listed, seeOthers } from '../browser/listed-notebooks.ts';

const DESCRIPTION =
  'Notebooks that are connected (isCurrent: calls that name none go there) and, if the user allows it, the others that are open in the browser, with the agents that work there: attach_notebook connects one of those.';

export const listNotebooksTool: Tool<BridgeContext> = defineTool({
  name: 'list_notebooks',
  title: 'List open notebooks',
  group: 'session',
  effect: 'reads',
  description: DESCRIPTION,
  input: z.strictObject({}),
  output: z.object({
    notebooks: z.array(listedNotebook),
    others: z.array(listedNotebook).optional(),
    message: z.string().optional(),
  }),
  run: async (_args, context: BridgeContext) => {
    const { tabs, opener, signal } = context;
    await opener.settle(signal);
    const seen = await seeOthers(context);
    const notebooks = listed(tabs.present, tabs.current);
    const others = seen.tabs.map(({ notebookId, name, url, agents }) => ({
      id: notebookId,
      name,
      url,
      ...(agents.length > 0 && { connectedTo: agents }),
    }));
    const message = messageOf(seen, notebooks.length);
    return { data: { notebooks, ...(seen.others === 'shown' && { others }), ...(message && { message }) } };
  },
});

function messageOf({ others }: Seen, connected: number): string | null {
  switch (others) {
    case 'shown':
      return null;
    case 'refused':
      return 'The user does not let you see which other notebooks are open. Do not look for a way around; one whose address you were given can be attached by it.';
    case 'unanswered':
      return 'The user is asked, in the tab of a connected notebook, whether you may see the names and addresses of the other notebooks that are open, and has not answered yet. Ask the user to answer there, then call list_notebooks again.';
    case 'unknown':
      return connected > 0
        ? 'Which other notebooks are open cannot be told from here.'
        : 'No notebook is connected. Call open_colab_browser_connection.';
  }
}
