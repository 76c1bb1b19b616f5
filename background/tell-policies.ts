import { allLinks } from './tab-links.ts';
import { decide, show } from './tab-state.ts';
import { tellDecisions, whereIs } from './tabs.ts';

/** What the user lets agents do may be otherwise: every tab that has an agent is told what holds there now. */
export async function tellPolicies(besides?: number): Promise<void> {
  const tabs = new Set((await allLinks()).map(({ tabId }) => tabId));
  if (besides !== undefined) tabs.delete(besides);
  for (const tabId of tabs) {
    try {
      const { place } = await whereIs(tabId);
      await tellDecisions(tabId, place, await decide(tabId, place, {}));
    } catch {
      // It asks itself when it shows a notebook again.
    }
    await show(tabId);
  }
}
