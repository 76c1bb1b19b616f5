import type { TabSession } from './tab-session.ts';

/** Whether a new socket must wait: the agent shall not change notebooks because a socket dropped for a moment. */
export function isTakenFor(session: TabSession, linkId: string | null): boolean {
  // One that does not fit, or that the user has shut, is of no use to the agent.
  if (session.mismatch || session.refused !== null) return false;
  // The link of the same tab, begun anew: the one before cannot come back.
  if (session.linkId !== null && linkId !== null && tabOf(session.linkId) === tabOf(linkId)) return false;
  if (session.attached) return true;
  // A frontend that is not ours has no name: this may be the one that dropped.
  const mayBeTheSame = session.linkId === null && linkId === null;
  return session.mayReconnect && !mayBeTheSame;
}

/** A link is named `<id>`, or `<id>:<random>` where every start of the link counts. */
const tabOf = (linkId: string): string | undefined => linkId.split(':')[0];
