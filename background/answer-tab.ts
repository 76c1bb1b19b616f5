import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import type { FromTab, NotebookPlace, TabDecisions } from '../src/wire/messages.ts';
import { placeAt, samePlace } from '../src/wire/notebook-place.ts';
import type { Call } from './call.ts';
import { callOf } from './call.ts';
import { claimLinks } from './carry-over.ts';
import { inOrder } from './in-order.ts';
import { injectSession } from './inject-session.ts';
import { consentGiven, tabStarted, wantsSession } from './link-registry.ts';
import { othersAnswered } from './others-consent.ts';
import { policyOf, setPolicy } from './policies.ts';
import { tabShowing } from './same-notebook.ts';
import { linksOfTab } from './tab-links.ts';
import { decide, show } from './tab-state.ts';
import { bringToFront, tellWithSession } from './tabs.ts';
import { tellPolicies } from './tell-policies.ts';
import { consentRefused, stopTab } from './user-word.ts';
import { takeIsPageLed } from './visits.ts';

type Sender = Runtime.MessageSender;

/**
 * What a content script says. It speaks for its own tab, and for nothing else. It is told something in any case: so it
 * knows that it was heard.
 */
export async function answerTab(message: FromTab, sender: Sender): Promise<TabDecisions | true> {
  const tabId = tabOf(sender);
  switch (message.type) {
    case 'tab-started':
      return startTab(tabId, message, sender);
    case 'consent-given':
      return inOrder(() =>
        consentGiven(tabId, message.linkId, placeOf(sender, message.place), message.remember),
      );
    case 'consent-refused':
      await inOrder(() => consentRefused(tabId, message.linkId));
      return true;
    case 'tab-policy': {
      const place = placeOf(sender, message.place);
      if (await isShown(tabId, place)) {
        await inOrder(() => setPolicy(tabId, place, message.policy));
        await show(tabId);
        // The one that asked is answered with it.
        await tellPolicies(tabId);
      }
      return decide(tabId, place, {});
    }
    case 'tab-stopped':
      await inOrder(() => stopTab(tabId));
      return true;
    case 'others-answered':
      await inOrder(() => othersAnswered(tabId, message.linkId, message.isAllowed));
      return true;
  }
}

type Start = Extract<FromTab, { type: 'tab-started' }>;

async function startTab(tabId: number, message: Start, sender: Sender): Promise<TabDecisions> {
  const { hasSessionScript, caller, arrival } = message;
  const place = placeOf(sender, message.place);
  // Also without a caller: who led to this page counts for no other.
  const isPageLed = takeIsPageLed(tabId, arrival);
  const called = caller && callOf(caller, isPageLed);
  if (called && arrival === 'new-tab' && (await handOver(tabId, place, await called, sender)))
    return decide(tabId, place, {});
  await inOrder(() => claimLinks(tabId, place));
  const wanted = called ? Promise.resolve(true) : inOrder(() => wantsSession(tabId));
  // Both at once: the socket opens while the session comes in.
  const [decisions, pageAgent] = await Promise.all([
    inOrder(async () => tabStarted(tabId, place, await called)),
    wanted.then((isWanted) =>
      isWanted && !hasSessionScript ? injectSession(tabId, sender.documentId) : null,
    ),
    isPageLed,
  ]);
  // The user may have said something while the session came in, when nobody in the tab could hear it.
  const { policy } = await policyOf(tabId, place);
  return { ...decisions, policy, pageAgent };
}

/** Where another tab shows the notebook already, that one is connected, and the new one is not needed. */
async function handOver(newTab: number, place: NotebookPlace, call: Call, { tab }: Sender): Promise<boolean> {
  // One that an agent works in, or wants to, was not opened for this, however short its history.
  if ((await linksOfTab(newTab)).length > 0) return false;
  const found = await tabShowing(place, call, { tabId: newTab, incognito: tab?.incognito === true });
  if (!found) return false;
  const { tabId, report } = found;
  await tellWithSession(
    tabId,
    report,
    inOrder(() => tabStarted(tabId, place, call)),
  );
  await bringToFront(tabId);
  await browser.tabs.remove(newTab);
  return true;
}

function tabOf(sender: Sender): number {
  const id = sender.tab?.id;
  if (id === undefined || sender.frameId !== 0)
    throw new Error('Only the top frame of a tab may start a session.');
  return id;
}

/**
 * The browser's word on the origin beats the message's own. The path must be the message's: after a change of
 * notebook without a page load, the browser still names the old one.
 */
function placeOf(sender: Sender, claimed: NotebookPlace): NotebookPlace {
  return {
    origin: sender.url === undefined ? claimed.origin : new URL(sender.url).origin,
    path: claimed.path,
  };
}

/** What is kept for good must be about the notebook that the user sees: here the tab's address has the last word. */
async function isShown(tabId: number, place: NotebookPlace): Promise<boolean> {
  const { url } = await browser.tabs.get(tabId);
  return url !== undefined && samePlace(placeAt(new URL(url)), place);
}
