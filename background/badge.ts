import browser from 'webextension-polyfill';
import type { LinkState } from '../src/wire/messages.ts';

type Mark = { text: string; color: string; title: string };

const NONE: Mark = { text: '', color: '#00000000', title: 'Cellwire' };
const CONNECTED: Mark = {
  text: 'on',
  color: '#188038',
  title: 'Cellwire: an agent is connected to this notebook',
};
const BUSY: Mark = { text: '…', color: '#1a73e8', title: 'Cellwire: the agent is working in this notebook' };
const CONNECTING: Mark = { text: '·', color: '#80868b', title: 'Cellwire: connecting' };
const error = (detail: string): Mark => ({ text: '!', color: '#d93025', title: `Cellwire: ${detail}` });

/** The best news of a tab's links wins: one that works matters more than one that is being retried. */
function markOf(all: readonly LinkState[]): Mark {
  // Those that the user has sent away are not connected, whatever their sockets do.
  const links = all.filter(({ refused }) => refused === null);
  if (links.some((link) => link.busy && link.phase === 'open')) return BUSY;
  if (links.some((link) => link.phase === 'open')) return CONNECTED;
  const trouble = links.find((link) => link.detail)?.detail;
  if (trouble) return error(trouble);
  return links.length > 0 ? CONNECTING : NONE;
}

/** Chrome forgets a tab's badge when the tab navigates, so this is called after every load too. */
export async function showBadge(tabId: number, links: readonly LinkState[]): Promise<void> {
  const { text, color, title } = markOf(links);
  // Firefox has it under its older name.
  const icon = browser.action ?? browser.browserAction;
  try {
    await Promise.all([
      icon.setBadgeText({ tabId, text }),
      icon.setBadgeBackgroundColor({ tabId, color }),
      icon.setTitle({ tabId, title }),
    ]);
  } catch {
    // The tab was closed meanwhile: there is no badge to show.
  }
}
