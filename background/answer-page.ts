import type { FromTab, WorkerMessage } from '../src/wire/messages.ts';
import { grantWish, leave } from './browser-wishes.ts';
import { callByHand } from './call.ts';
import { noteDial } from './dial-record.ts';
import { inOrder } from './in-order.ts';
import { connectByHand, letIn, noteAgent, notePaired, noteReturned, tabStarted } from './link-registry.ts';
import { closeForgotten, openSocket } from './link-sockets.ts';
import { setDefault, setPolicy } from './policies.ts';
import type { TabLink } from './tab-links.ts';
import { allLinks } from './tab-links.ts';
import { decide, show } from './tab-state.ts';
import { bringToFront, tellDecisions, tellWithSession, whereIs } from './tabs.ts';
import { tellPolicies } from './tell-policies.ts';
import { askAgain, disconnectByHand, stopTab } from './user-word.ts';

/** What the extension's own pages say: popup, panel and the document that holds the links. */
export async function answerPage(message: Exclude<WorkerMessage, FromTab>): Promise<unknown> {
  switch (message.type) {
    case 'popup-connect': {
      const { tabId, caller } = message;
      const report = await whereIs(tabId);
      const call = await callByHand(caller);
      const decided = inOrder(() => connectByHand(tabId, report.place, call));
      await tellWithSession(tabId, report, decided);
      break;
    }
    case 'popup-allow':
      await letBack(message.linkId);
      break;
    case 'popup-policy': {
      const { tabId, policy } = message;
      const { place } = await whereIs(tabId);
      await inOrder(() => setPolicy(tabId, place, policy));
      await tellDecisions(tabId, place, await decide(tabId, place, {}));
      await show(tabId);
      await tellPolicies(tabId);
      break;
    }
    case 'default-policy':
      await inOrder(() => setDefault(message.verdicts));
      await tellPolicies();
      break;
    case 'popup-disconnect':
      await inOrder(() => disconnectByHand(message.linkId));
      break;
    case 'popup-stop':
      await inOrder(() => stopTab(message.tabId));
      break;
    case 'link-changed':
      await closeForgotten(message.state.linkId);
      await noteAgent(message.state);
      await noteDial(message.state);
      await show(message.state.tabId);
      break;
    case 'link-asks':
      await askUser(message.linkId);
      break;
    case 'link-paired':
      await inOrder(() => notePaired(message.linkId, message.paired));
      break;
    case 'link-returned':
      await askWhetherTheSame(message.linkId);
      break;
    case 'link-left':
      await inOrder(() => leave(message.linkId));
      break;
    case 'popup-redial':
      await redial(message.linkId);
      break;
    case 'link-wishes':
      return grantWish(message.linkId, message.wish);
  }
  return true;
}

async function letBack(linkId: string): Promise<void> {
  const { tabId } = await linkOf(linkId);
  const report = await whereIs(tabId);
  const decided = inOrder(() => letIn(tabId, (link) => link.linkId === linkId, report.place));
  await tellWithSession(tabId, report, decided);
}

/** The user is asked in the very tab, and sees it. */
async function askUser(linkId: string): Promise<void> {
  const { tabId, question } = await linkOf(linkId);
  const report = await whereIs(tabId);
  const decisions = await inOrder(() => askAgain(linkId, report.place));
  // The user has let it back meanwhile.
  if (!decisions) return;
  await tellWithSession(tabId, report, Promise.resolve(decisions));
  // Once for a question: an agent that asks again and again does not take the user's eyes each time.
  if (question === null) await bringToFront(tabId);
}

/** In place of a server that had gone, something answers that cannot prove to be it. */
async function askWhetherTheSame(linkId: string): Promise<void> {
  const { tabId } = await linkOf(linkId);
  // Told again, it may be out of date: the user has said meanwhile that it is the same.
  if (!(await inOrder(() => noteReturned(linkId)))) return;
  const report = await whereIs(tabId);
  await tellWithSession(
    tabId,
    report,
    inOrder(() => tabStarted(tabId, report.place, null)),
  );
}

async function redial(linkId: string): Promise<void> {
  const link = await linkOf(linkId);
  const { place } = await whereIs(link.tabId);
  await inOrder(() => openSocket(link, place));
}

async function linkOf(linkId: string): Promise<TabLink> {
  const link = (await allLinks()).find((other) => other.linkId === linkId);
  if (!link) throw new Error('This connection is not there any more.');
  return link;
}
