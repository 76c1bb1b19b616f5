import browser from 'webextension-polyfill';
import type { NotebookPlace, TabDecisions, TabMessage, TabReport } from '../src/wire/messages.ts';
import { injectSession } from './inject-session.ts';

/** A tab that is frozen answers when somebody looks at it again: nobody waits for that. */
const ANSWER_MS = 2_000;

/** Where the tab is. Only one whose page was loaded with the extension answers, and only while it shows Colab. */
export function whereIs(tabId: number): Promise<TabReport> {
  return tell(tabId, { to: 'tab', type: 'where' });
}

export async function tellDecisions(
  tabId: number,
  place: NotebookPlace,
  decisions: TabDecisions,
): Promise<void> {
  await tell(tabId, { to: 'tab', type: 'decisions', place, decisions });
}

/** The same, to a tab that may have no session yet: it is brought in while the links are opened. */
export async function tellWithSession(
  tabId: number,
  { place, hasSessionScript }: TabReport,
  decided: Promise<TabDecisions>,
): Promise<void> {
  const [pageAgent, decisions] = await Promise.all([hasSessionScript ? null : injectSession(tabId), decided]);
  await tellDecisions(tabId, place, { ...decisions, pageAgent });
}

/** The user is to look at this tab. */
export async function bringToFront(tabId: number): Promise<void> {
  const { windowId } = await browser.tabs.update(tabId, { active: true });
  if (windowId !== undefined) await browser.windows.update(windowId, { focused: true });
}

async function tell(tabId: number, message: TabMessage): Promise<TabReport> {
  const report = await Promise.race([
    browser.tabs
      .sendMessage<TabMessage, TabReport | undefined>(tabId, message, { frameId: 0 })
      .catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_MS)),
  ]);
  if (!report) throw new Error('The notebook in this tab does not answer.');
  return report;
}
