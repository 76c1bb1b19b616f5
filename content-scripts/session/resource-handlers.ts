import type { Server } from '@modelcontextprotocol/server';
import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Failure } from '../../src/notebook/failure.ts';
import {
  CELL_TEMPLATE,
  NOTEBOOK_ADDRESS,
  OUTPUT_TEMPLATE,
  PICTURE_TEMPLATE,
  parseAddress,
} from '../../src/resources/address.ts';
import type { Readable } from '../../src/resources/read-resource.ts';
import { readResource } from '../../src/resources/read-resource.ts';
import { ResourceWatch } from './resource-watch.ts';

const NOTEBOOK = {
  uri: NOTEBOOK_ADDRESS,
  name: 'notebook',
  title: 'The notebook',
  description: 'All cells with their outputs, as an ipynb. Pictures are described, not included.',
  mimeType: 'application/x-ipynb+json',
};

const TEMPLATES = [
  { uriTemplate: CELL_TEMPLATE, name: 'cell', title: 'One cell', mimeType: 'application/json' },
  {
    uriTemplate: OUTPUT_TEMPLATE,
    name: 'output',
    title: 'The text of an output of a run, page by page',
    mimeType: 'text/plain',
  },
  { uriTemplate: PICTURE_TEMPLATE, name: 'picture', title: 'A picture of a run as the code made it' },
];

/** What can be read, and watched, besides calling tools. Returns how to stop watching. */
export function offerResources(server: Server, from: Readable): () => void {
  const watch = new ResourceWatch(from.notebook, (uri) => {
    // The link may be gone by now; whoever comes next is told that something may have changed.
    server.sendResourceUpdated({ uri }).catch(() => {});
  });

  server.setRequestHandler('resources/list', () => ({ resources: [NOTEBOOK] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: TEMPLATES }));

  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const address = parseAddress(uri);
    if (!address) throw new ResourceNotFoundError(uri);
    try {
      return { contents: [await readResource(uri, address, from)] };
    } catch (thrown) {
      const { kind, message, next } = Failure.from(thrown);
      const text = `${kind}: ${message} ${next}`;
      throw kind === 'not_found' ? new ResourceNotFoundError(uri, text) : new ProtocolError(-32000, text);
    }
  });

  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const address = parseAddress(uri);
    if (!address || address.kind === 'output') throw new ResourceNotFoundError(uri);
    await watch.add(uri, address);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watch.remove(uri);
    return {};
  });
  return () => watch.stop();
}
