import type { JournalEntry } from '../journal/journal.ts';
import type { Policy } from '../policy/policy.ts';
import type { LinkState } from './messages.ts';

/**
 * State that is shown to people. Whoever shows it opens a Port and gets the whole state at once, and again
 * whenever it has changed; nobody asks on a timer.
 */

/** To the service worker: how the tab of this number stands. */
export const TAB_STATE_PORT_PREFIX = 'cellwire-tab-state:';

export interface TabState {
  links: LinkState[];
  /** The ports of servers that the user has yet to answer. */
  waitingForConsent: number[];
  policy: Policy;
}

/** To the session of a tab: what agents do and did in its notebook. */
export const ACTIVITY_PORT = 'cellwire-activity';

export interface Activity {
  /** Calls under way, oldest first. */
  now: JournalEntry[];
  /** The call that began last of those that have ended. */
  last: JournalEntry | null;
}
