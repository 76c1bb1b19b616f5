import type { ListedTab, NotebooksResult } from '../../src/wire/notebook-list.ts';
import type { BridgeContext } from '../agent/bridge-context.ts';
import { learnNames, notebooksSeenBy, noteNames } from '../tabs/names.ts';
import type { TabSession } from '../tabs/tab-session.ts';

type Data = Record<string, unknown>;

export interface Seen {
  /** Open, but not connected with us. */
  tabs: ListedTab[];
  /** What the user said to that they are told; `unknown`: there is nobody to ask. */
  others: NonNullable<NotebooksResult['others']> | 'unknown';
}

/** Asks the browsers of all connected tabs what else is open there. The user is asked whether we may know, once. */
export async function seeOthers({ tabs, timings, signal }: BridgeContext): Promise<Seen> {
  const sessions = tabs.served;
  const told = new Set<TabSession>();
  const seen: Seen = { tabs: [], others: 'unknown' };
  for (const session of sessions) {
    if (told.has(session)) continue;
    const answer = await notebooksSeenBy(session, true, timings.statusMs, signal);
    if (!answer) continue;
    for (const one of noteNames(sessions, answer)) told.add(one);
    seen.tabs.push(...answer.tabs.filter(({ linkId }) => linkId === null));
    // One browser that tells less than another: what it says counts.
    if (answer.others !== null && (seen.others === 'unknown' || answer.others !== 'shown')) {
      seen.others = answer.others;
    }
  }
  return seen;
}

/** The notebooks that are connected with us, as agents are told. */
export async function connectedNotebooks({ tabs, timings, signal }: BridgeContext): Promise<Data[]> {
  await learnNames(tabs.served, timings.statusMs, signal);
  return listed(tabs.present, tabs.current);
}

export function listed(present: readonly TabSession[], current: TabSession | null): Data[] {
  return present.map((session) => {
    const { notebookId, notebookName, notebookUrl, refused, mismatch } = session;
    const isCurrent = session === current;
    // Of a notebook that the user has shut nothing is told but that.
    if (refused !== null)
      return { refused: 'The user has shut it for you.', ...(isCurrent && { isCurrent }) };
    return {
      ...(notebookId !== null && { id: notebookId }),
      ...(notebookName !== null && { name: notebookName }),
      ...(notebookUrl !== null && { url: notebookUrl }),
      ...(mismatch && { problem: mismatch.message }),
      isCurrent,
    };
  });
}
