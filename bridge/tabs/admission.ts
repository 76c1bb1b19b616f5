import type { TabSession } from './tab-session.ts';

/**
 * Whether a new socket must wait. A tab of our extension never does: it comes in beside the others. Frontends that are
 * not ours have no name to tell them apart by, so they come one at a time, and never beside another.
 */
export function isTakenFor(session: TabSession, linkId: string | null): boolean {
  if (linkId !== null) return false;
  // One that does not fit, or that the user has shut, is of no use to the agent.
  if (session.mismatch || session.refused !== null) return false;
  // One that is not ours and has dropped may be the very one that comes now.
  return session.attached || (session.mayReconnect && session.linkId !== null);
}

/** Whether a session ends because this link begins: the same tab begun anew cannot come back as what it was. */
export function isReplacedBy(session: TabSession, linkId: string | null): boolean {
  if (session.linkId === null || linkId === null) return session.linkId === linkId;
  return tabOf(session.linkId) === tabOf(linkId);
}

/** A link is named `<id>`, or `<id>:<random>` where every start of the link counts. */
export const tabOf = (linkId: string): string => linkId.split(':')[0] ?? linkId;
