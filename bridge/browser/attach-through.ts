import type { AttachResult } from '../../src/wire/notebook-list.ts';
import { ATTACH_METHOD, readAttach } from '../../src/wire/notebook-list.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import { tabOf } from '../tabs/admission.ts';
import { userSaidNo } from '../tabs/failures.ts';
import { TabError } from '../tabs/tab-client.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { TimeUp, within } from '../within.ts';
import { connectedData } from './connected-data.ts';

type Data = Record<string, unknown>;
type Attached =
  | { answer: 'begun'; data: () => Promise<Data> }
  | { answer: Exclude<AttachResult['answer'], 'begun'> };

/**
 * Has another tab connected by the browser of one that is: an open one, or a new one at this address. So no link with
 * a secret has to be opened. Null where no tab is connected that could do it.
 */
export async function attachThrough(
  target: { url: string } | { notebookId: string },
  context: BridgeContext,
): Promise<Attached | null> {
  const { tabs, signal, timings } = context;
  const via = tabs.served.find(({ linkId }) => linkId !== null);
  if (!via) return null;
  const begun = await ask(via, target, timings.statusMs, signal);
  if (begun.answer !== 'begun') return { answer: begun.answer };
  return { answer: 'begun', data: () => attachedData(begun.linkId, context) };
}

async function ask(
  { client }: TabSession,
  target: Data,
  waitMs: number,
  signal: AbortSignal,
): Promise<AttachResult> {
  try {
    return readAttach(
      await within(waitMs, signal, (soon) => client.request(ATTACH_METHOD, target, { signal: soon })),
    );
  } catch (thrown) {
    // An extension that does not know it, or a browser that does not answer: there is another way.
    if (thrown instanceof TabError || thrown instanceof TimeUp) return { answer: 'unreachable' };
    throw thrown;
  }
}

async function attachedData(linkId: string, context: BridgeContext): Promise<Data> {
  const { tabs, signal, timings, progress, agent } = context;
  progress('Waiting for the notebook to connect; the user may have to allow it there', { done: 2, total: 3 });
  const isIt = (session: TabSession): boolean => session.linkId !== null && tabOf(session.linkId) === linkId;
  const session = await tabs.whenThere(isIt, timings.connectMs, signal);
  if (!session) return { result: false, connected: false, message: NOT_YET };
  if (session.refused !== null) throw userSaidNo(agent.name);
  progress('The notebook is connected.', { done: 3, total: 3 });
  return connectedData(session, context);
}

const NOT_YET =
  'The notebook is open in the browser, but has not connected yet. Ask the user to look at its tab and to allow access if it asks. It may connect at any later time: list_notebooks shows it then, and notebook names it in calls.';
