import { ASK_METHOD } from '../../src/wire/hello.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import { userHasNotAnswered, userSaidNo } from '../tabs/failures.ts';
import { TabError } from '../tabs/tab-client.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { TimeUp, within } from '../within.ts';

/**
 * The user has shut the tab for us: has the user asked there whether we may come back. True when we may; false when
 * nobody can be asked there, so that another tab is needed. A no is a failure.
 */
export async function isLetBack(session: TabSession, context: BridgeContext): Promise<boolean> {
  const { signal, timings, progress, agent } = context;
  progress('Asking the user in the tab of the notebook', { done: 1, total: 3 });
  try {
    const result = await within(timings.connectMs, signal, (inTime) =>
      session.client.request(ASK_METHOD, {}, { signal: inTime }),
    );
    if (result.answer === 'refused') throw userSaidNo(agent.name);
    return result.answer === 'allowed';
  } catch (thrown) {
    if (thrown instanceof TimeUp) throw userHasNotAnswered();
    // The tab was closed meanwhile.
    if (thrown instanceof TabError) return false;
    throw thrown;
  }
}
