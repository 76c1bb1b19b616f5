import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Failure } from '../../src/notebook/failure.ts';
import { notebookOfAddress } from '../../src/wire/notebook-id.ts';
import type { AgentTabs } from '../tabs/agent-tabs.ts';
import type { Subscriptions } from '../tabs/subscriptions.ts';
import { TabError } from '../tabs/tab-client.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import type { AgentName } from './agent-name.ts';

type Payload = Record<string, unknown>;

/** Methods that list what all connected tabs have, and under which key. */
const LISTS: ReadonlyMap<string, 'resources' | 'resourceTemplates'> = new Map([
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
]);

const METHODS = new Set([...LISTS.keys(), 'resources/read', 'resources/subscribe', 'resources/unsubscribe']);

export const isAboutResources = (method: string): boolean => METHODS.has(method);

/** For whom is asked. */
interface Asking {
  tabs: AgentTabs;
  agent: AgentName;
  subscriptions: Subscriptions;
}

/** Resources are the tab's; the bridge only passes the questions on. */
export async function askForResources(
  { tabs, agent, subscriptions }: Asking,
  method: string,
  params: Payload,
  signal: AbortSignal,
): Promise<Payload> {
  const key = LISTS.get(method);
  if (key !== undefined) return { [key]: await listAll(tabs, method, key, signal) };
  const uri = typeof params.uri === 'string' ? params.uri : '';
  // Also where no tab is there to hear of it; none needs to where others still want to be told.
  if (method === 'resources/unsubscribe' && !subscriptions.delete(uri, agent)) return {};
  try {
    const session = await tabs.sessionFor(notebookOfAddress(uri), signal);
    const answer = await session.client.request(method, agent.sign(params, session), { signal });
    if (method === 'resources/subscribe') subscriptions.add(uri, agent, session, agent.sign(params));
    return answer;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    if (thrown instanceof TabError) throw new ProtocolError(thrown.code, thrown.message);
    const { kind, message, next } = Failure.from(thrown);
    const text = `${kind}: ${message} ${next}`;
    throw kind === 'not_found' ? new ResourceNotFoundError(uri, text) : new ProtocolError(-32000, text);
  }
}

/** What all connected tabs have; one that cannot tell has nothing to offer. */
async function listAll(
  tabs: AgentTabs,
  method: string,
  key: string,
  signal: AbortSignal,
): Promise<unknown[]> {
  const ask = async ({ client }: TabSession): Promise<unknown[]> => {
    const answer = await client.request(method, {}, { signal });
    const list = answer[key];
    return Array.isArray(list) ? list : [];
  };
  const answers = await Promise.allSettled(tabs.served.map(ask));
  signal.throwIfAborted();
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
