import type { Tool } from '../../src/tools/tool.ts';
import { defineTool, z } from '../../src/tools/tool.ts';
import { DETACH_METHOD } from '../../src/wire/notebook-list.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import { listedNotebook } from '../browser/connection-result.ts';
import { listed } from '../browser/listed-notebooks.ts';
import { within } from '../within.ts';

export const detachNotebookTool: Tool<BridgeContext> = defineTool({
  name: 'detach_notebook',
  title: 'Detach a notebook',
  group: 'session',
  effect: 'connects',
  description:
    'Ends the connection to a notebook. Its tab and cells stay, what runs goes on, and the user sees that you left. Calls under way there end as lost.',
  input: z.strictObject({
    notebook: z.string().optional().describe('Id or name; default: the last used.'),
  }),
  output: z.object({ detached: z.boolean(), notebook: listedNotebook, notebooks: z.array(listedNotebook) }),
  run: async ({ notebook }, { tabs, signal, timings }: BridgeContext) => {
    const session = await (notebook === undefined
      ? tabs.sessionFor(undefined, signal)
      : tabs.sessionNamed(notebook, signal));
    const [left] = listed([session], null);
    // One that the user has shut is for the user to open again: there is nothing to end.
    // Where other agents work, the tab stays connected for them.
    if (session.linkId !== null && session.refused === null && !tabs.isShared(session)) {
      // An extension that does not know it is left by the end of the socket, and comes back.
      await within(timings.statusMs, signal, (soon) =>
        session.client.request(DETACH_METHOD, {}, { signal: soon }),
      ).catch(() => signal.throwIfAborted());
    }
    tabs.leave(session);
    const { isCurrent: _none, ...about } = left ?? {};
    return { data: { detached: true, notebook: about, notebooks: listed(tabs.present, tabs.current) } };
  },
});
