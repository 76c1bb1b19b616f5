import type { Server } from '@modelcontextprotocol/server';
import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { CallRules } from '../../src/calls/perform-call.ts';
import { performCall } from '../../src/calls/perform-call.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { ResourceContents } from '../../src/resources/read-resource.ts';
import { readResource } from '../../src/resources/read-resource.ts';
import type { ResourceAddress } from '../../src/resources/resource-uri.ts';
import {
  cellTemplate,
  notebookUri,
  outputTemplate,
  parseResourceUri,
  pictureTemplate,
} from '../../src/resources/resource-uri.ts';
import { isReplayId } from '../../src/wire/messages.ts';
import type { AgentSession } from './agent-session.ts';
import type { LinkAgents } from './link-agents.ts';
import type { OpenNotebook } from './open-notebook.ts';
import { ResourceWatch } from './resource-watch.ts';

/** What can be read, and watched, besides calling tools. Returns how to stop watching. */
export function offerResources(server: Server, open: OpenNotebook, agents: LinkAgents): () => void {
  const { id: notebookId, notebook, runs } = open;
  const rulesFor = (session: AgentSession): CallRules => session.rules(() => false, { progress: () => {} });
  const scrubbed = (contents: ResourceContents): ResourceContents =>
    'text' in contents ? { ...contents, text: open.secrets.text(contents.text) } : contents;
  const watch = new ResourceWatch(notebook, (uri) => {
    // The link may be gone by now; whoever comes next is told that something may have changed.
    server.sendResourceUpdated({ uri }).catch(() => {});
  });

  server.setRequestHandler('resources/list', () => ({ resources: [notebookListing(notebookId)] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templateListings(notebookId),
  }));

  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const session = agents.of(mcpReq._meta);
    return perform('resources/read', uri, rulesFor(session), (address) =>
      session.reading(async (whole) => ({
        contents: [scrubbed(await readResource(uri, address, { notebookId, notebook: whole, runs }))],
      })),
    );
  });

  const subscribe = async (uri: string, address: ResourceAddress): Promise<object> => {
    if (address.kind === 'output' || address.notebookId !== notebookId) {
      throw new Failure(
        'not_found',
        `There is nothing to watch at ${uri}.`,
        'Watch the notebook that the tab shows, or a cell of it.',
      );
    }
    await watch.add(uri, address);
    return {};
  };
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, { mcpReq }) => {
    const address = parseResourceUri(uri);
    // Granted before the page was loaded again. Nobody would ask for it later, when the user's pause is over.
    if (address && isReplayId(mcpReq.id)) return subscribe(uri, address);
    return perform('resources/subscribe', uri, rulesFor(agents.of(mcpReq._meta)), (parsed) =>
      subscribe(uri, parsed),
    );
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watch.remove(uri);
    return {};
  });
  return () => watch.stop();
}

/** Resources go the way of every call; what fails is told as the protocol has it. */
async function perform<Result>(
  name: string,
  uri: string,
  rules: CallRules,
  work: (address: ResourceAddress) => Promise<Result>,
): Promise<Result> {
  const address = parseResourceUri(uri);
  if (!address) throw new ResourceNotFoundError(uri);
  try {
    return await performCall({ name, effect: 'reads', subject: uri }, rules, () => work(address));
  } catch (thrown) {
    const { kind, message, next } = Failure.from(thrown);
    const text = `${kind}: ${message} ${next}`;
    throw kind === 'not_found' ? new ResourceNotFoundError(uri, text) : new ProtocolError(-32000, text);
  }
}

function notebookListing(notebookId: string) {
  return {
    uri: notebookUri(notebookId),
    name: 'notebook',
    title: 'The notebook',
    description: 'All cells with their outputs, as an ipynb. Pictures are described, not included.',
    mimeType: 'application/x-ipynb+json',
  };
}

function templateListings(notebookId: string) {
  return [
    {
      uriTemplate: cellTemplate(notebookId),
      name: 'cell',
      title: 'One cell',
      mimeType: 'application/json',
    },
    {
      uriTemplate: outputTemplate(notebookId),
      name: 'output',
      title: 'The text of an output of a run, page by page',
      mimeType: 'text/plain',
    },
    {
      uriTemplate: pictureTemplate(notebookId),
      name: 'picture',
      title: 'A picture of a run as the code made it',
    },
  ];
}
