import type { FromTab, WorkerMessage } from '../src/wire/messages.ts';
import { inOrder } from './in-order.ts';
import { connectByHand, letIn, noteAgent } from './link-registry.ts';
import { setDefault, setPolicy } from './policies.ts';
import type { TabLink } from './tab-links.ts';
import { allLinks } from './tab-links.ts';
import { decide, show } from './tab-state.ts';
import { bringToFront, tellDecisions, tellWithSession, whereIs } from './tabs.ts';
import { tellPolicies } from './tell-policies.ts';
import { askAgain, disconnectByHand, stopTab } from './user-word.ts';

/** What the extension's own pages say: popup, panel and the document that holds the links. */
export async function answerPage(message: Exclude<WorkerMessage, FromTab>): Promise<boolean> {
  switch (message.type) {
    case 'popup-connect': {
      const { tabId, credentials } = message;
      const report = await whereIs(tabId);
      const decided = inOrder(() => connectByHand(tabId, report.place, credentials));
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
      await noteAgent(message.state);
      await show(message.state.tabId);
      break;
    case 'link-asks':
      await askUser(message.linkId);
      break;
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

async function linkOf(linkId: string): Promise<TabLink> {
  const link = (await allLinks()).find((other) => other.linkId === linkId);
  if (!link) throw new Error('This connection is not there any more.');
  return link;
}
