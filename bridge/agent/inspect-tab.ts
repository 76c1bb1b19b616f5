import { Failure } from '../../src/notebook/failure.ts';
import type { AgentTabs } from '../tabs/agent-tabs.ts';
import type { CallOptions } from '../tabs/tab-client.ts';
import { TabError } from '../tabs/tab-client.ts';

type Payload = Record<string, unknown>;

/** Asks the tab that calls go to for its canary or its shape: for people, so it is in no list of tools. */
export async function inspectTab(
  tabs: AgentTabs,
  method: string,
  params: Payload,
  { signal = NEVER, onProgress }: CallOptions,
): Promise<Payload> {
  try {
    const { client } = await tabs.sessionFor(undefined, signal);
    return await client.request(method, params, { signal, onProgress });
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return { failure: (thrown instanceof TabError ? tooOld() : Failure.from(thrown)).toData() };
  }
}

const NEVER = new AbortController().signal;

function tooOld(): Failure {
  return new Failure(
    'unsupported',
    'What is in the tab does not know this request; nothing was done.',
    'Update the Cellwire extension, and reload the tab.',
  );
}
