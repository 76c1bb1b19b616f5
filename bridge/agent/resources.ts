import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Failure } from '../../src/notebook/failure.ts';
import { notebookOfAddress } from '../../src/wire/notebook-id.ts';
import { TabError } from '../tabs/tab-client.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';

type Payload = Record<string, unknown>;

/** What a tab without resources, or no tab at all, has to offer. */
const NOTHING: ReadonlyMap<string, Payload> = new Map([
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
]);

const METHODS = new Set([
  ...NOTHING.keys(),
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
]);

export const isAboutResources = (method: string): boolean => METHODS.has(method);

/** Resources are the tab's; the bridge only passes the questions on. */
export async function askForResources(
  tabs: TabRegistry,
  method: string,
  params: Payload,
  signal: AbortSignal,
): Promise<Payload> {
  const nothing = NOTHING.get(method);
  const uri = typeof params.uri === 'string' ? params.uri : '';
  // Also where no tab is there to hear of it.
  if (method === 'resources/unsubscribe') tabs.subscriptions.delete(uri);
  if (nothing && !tabs.isConnected) return nothing;
  try {
    const session = await tabs.sessionFor(notebookOfAddress(uri), signal);
    const answer = await session.client.request(method, params, { signal });
    if (method === 'resources/subscribe') tabs.subscriptions.add(uri, session);
    return answer;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    if (nothing) return nothing;
    if (thrown instanceof TabError) throw new ProtocolError(thrown.code, thrown.message);
    const { kind, message, next } = Failure.from(thrown);
    const text = `${kind}: ${message} ${next}`;
    throw kind === 'not_found' ? new ResourceNotFoundError(uri, text) : new ProtocolError(-32000, text);
  }
}
