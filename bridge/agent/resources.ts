import { ProtocolError } from '@modelcontextprotocol/server';
import { Failure } from '../../src/notebook/failure.ts';
import { TabError } from '../tabs/tab-error.ts';
import type { TabHub } from '../tabs/tab-hub.ts';

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
  tabs: TabHub,
  method: string,
  params: Payload,
  signal: AbortSignal,
): Promise<Payload> {
  const nothing = NOTHING.get(method);
  // Also where no tab is there to hear of it.
  if (method === 'resources/unsubscribe') tabs.subscriptions.delete(String(params.uri));
  if (nothing && !tabs.session) return nothing;
  try {
    const session = await tabs.sessionForCall(signal);
    const answer = await session.client.request(method, params, { signal });
    if (method === 'resources/subscribe') tabs.subscriptions.add(String(params.uri));
    return answer;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    if (nothing) return nothing;
    if (thrown instanceof TabError) throw new ProtocolError(thrown.code, thrown.message);
    const { kind, message, next } = Failure.from(thrown);
    throw new ProtocolError(-32000, `${kind}: ${message} ${next}`);
  }
}
