import { Failure } from '../../src/notebook/failure.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { defineTool, z } from '../../src/tools/tool.ts';
import { SCRATCH_PATH } from '../../src/wire/colab-site.ts';
import type { ListedTab } from '../../src/wire/notebook-list.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import { attachThrough } from '../browser/attach-through.ts';
import { connectNew } from '../browser/connect.ts';
import { connectedData, isServed } from '../browser/connected-data.ts';
import { connectionResult } from '../browser/connection-result.ts';
import type { Seen } from '../browser/listed-notebooks.ts';
import { seeOthers } from '../browser/listed-notebooks.ts';
import { connectedAt } from '../browser/open-connection-tool.ts';
import { isSameName } from '../tabs/names.ts';

type Data = Record<string, unknown>;

const DESCRIPTION =
  'Connects one more notebook: one of list_notebooks, or one at an address of Colab (in Drive, on GitHub, or a new scratch notebook), which is opened in the browser. The user is asked there, and may say no. Calls that name no notebook go there from then on.';

export const attachNotebookTool: Tool<BridgeContext> = defineTool({
  name: 'attach_notebook',
  title: 'Attach a notebook',
  group: 'session',
  effect: 'connects',
  description: DESCRIPTION,
  input: z.strictObject({
    notebook: z.string().describe('Id, name or address.'),
  }),
  output: connectionResult,
  run: async ({ notebook }, context: BridgeContext) => ({
    data: await (URL.canParse(notebook) ? attachAt(notebook, context) : attachNamed(notebook, context)),
  }),
});

async function attachAt(url: string, context: BridgeContext): Promise<Data> {
  const link = await context.connectionUrl(url);
  await context.opener.settle(context.signal);
  // Scratch notebooks share one address, and are as many as there are tabs.
  const found = isScratch(url) ? null : connectedAt(url, context);
  if (found && (await isServed(found, context))) return connectedData(found, context);
  return connectNew({ notebook: url, link, isNamed: true }, context);
}

const isScratch = (url: string): boolean => {
  const { pathname, hash } = new URL(url);
  return pathname === SCRATCH_PATH && !new URLSearchParams(hash.slice(1)).has('fileId');
};

async function attachNamed(name: string, context: BridgeContext): Promise<Data> {
  const { tabs, opener, signal } = context;
  await opener.settle(signal);
  const seen = await seeOthers(context);
  const called = tabs.present.filter(
    ({ notebookId, notebookName }) =>
      notebookId === name || (notebookName !== null && isSameName(notebookName, name)),
  );
  const others = seen.tabs.filter((tab) => tab.notebookId === name || isSameName(tab.name, name));
  const [connected] = called;
  const [other] = others;
  if (called.length + others.length > 1) throw ambiguous(name);
  if (connected && (await isServed(connected, context))) return connectedData(connected, context);
  if (!other) throw notFound(name, seen);
  return attachTab(other, context);
}

async function attachTab({ notebookId, name, url }: ListedTab, context: BridgeContext): Promise<Data> {
  const begun = await attachThrough({ notebookId }, context);
  if (begun?.answer === 'begun') return begun.data();
  throw new Failure(
    'user_action_required',
    `The tab of "${name}" cannot be connected as it is: it sleeps, or was open before the extension. Nothing was connected.`,
    `Ask the user to reload that tab, then call attach_notebook again; or attach it by its address: ${url}`,
  );
}

function ambiguous(name: string): Failure {
  return new Failure(
    'invalid_input',
    `Several open notebooks are called "${name}"; nothing was connected.`,
    'Give the id of the one you mean, as list_notebooks has it.',
  );
}

function notFound(name: string, { others }: Seen): Failure {
  if (others === 'shown') {
    return new Failure(
      'not_found',
      `No open notebook has the id or name "${name}"; nothing was connected.`,
      'list_notebooks shows those that are open. One that is not is attached by its address.',
    );
  }
  return new Failure(
    others === 'unanswered' ? 'user_action_required' : 'not_found',
    `No connected notebook has the id or name "${name}", and the user has not let you see which others are open; nothing was connected.`,
    others === 'unanswered'
      ? 'The user is asked in the tab of a connected notebook: ask for an answer, then call attach_notebook again.'
      : 'Ask the user for the address of the notebook, and attach it by that.',
  );
}
