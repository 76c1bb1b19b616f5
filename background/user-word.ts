import type { Refused } from '../src/wire/hello.ts';
import type { NotebookPlace, TabDecisions } from '../src/wire/messages.ts';
import { forget } from './consent.ts';
import { questionOf } from './link-registry.ts';
import { closeForgotten, drop, isRefusing, openSocket, refuseSocket } from './link-sockets.ts';
import { noteRefused } from './refused-servers.ts';
import { shownIn } from './shown-places.ts';
import type { TabLink } from './tab-links.ts';
import { allLinks, changeLink } from './tab-links.ts';
import { decide, show } from './tab-state.ts';

/** The answer to a question that is open, of the tab that was asked. */
export async function consentRefused(tabId: number, linkId: string): Promise<void> {
  // Or was refused just now: it is said again where nobody has heard that it was carried out.
  const isAsked = (link: TabLink): boolean =>
    link.tabId === tabId && link.linkId === linkId && (link.question !== null || link.refused !== null);
  await refuse(isAsked, () => 'not-now');
}

/** A link that has only asked is refused, not disconnected. */
export async function disconnectByHand(linkId: string): Promise<void> {
  await closeForgotten(linkId);
  await refuse(
    (link) => link.linkId === linkId,
    ({ allowed }) => (allowed ? 'disconnected' : 'not-now'),
  );
}

export async function stopTab(tabId: number): Promise<void> {
  await refuse(
    (link) => link.tabId === tabId,
    () => 'stopped',
  );
}

/** A server that was sent away wants to come back: the user is asked, in the same tab. */
export async function askAgain(linkId: string, place: NotebookPlace): Promise<TabDecisions | null> {
  const isRefused = (other: TabLink): boolean => other.linkId === linkId && other.refused !== null;
  const link = await changeLink(isRefused, { question: place });
  if (!link) return null;
  await show(link.tabId);
  return decide(link.tabId, place, { ask: [questionOf(link)] });
}

/**
 * The user's no. The links stay, and say so to whoever calls. Who disconnects takes "always" back as well, and the
 * server has to ask wherever it comes next.
 */
async function refuse(which: (link: TabLink) => boolean, why: (link: TabLink) => Refused): Promise<void> {
  for (const link of (await allLinks()).filter(which)) {
    // The word that was said first stays, but for a question that was asked since. That it is written down does not
    // mean that it was carried out: the worker may have been stopped in between.
    const said = link.question === null ? link.refused : null;
    if (said !== null && (await isRefusing(link))) continue;
    const refused = said ?? why(link);
    await noteRefused(link);
    if (link.allowed) await forget(link.allowed, link);
    const news = { allowed: null, question: null, refused, isAlways: false };
    const changed = await changeLink((other) => other.linkId === link.linkId, news);
    if (!changed) continue;
    if (link.isSuspect) {
      await drop((other) => other.linkId === link.linkId, 'The user refused it');
      continue;
    }
    await refuseSocket(changed, refused);
    const place = (await shownIn(link.tabId)) ?? link.question ?? link.allowed;
    if (place) await openSocket(changed, place);
    await show(link.tabId);
  }
}
