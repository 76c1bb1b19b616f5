import type { JournalEntry } from '../journal/journal.ts';
import type { Policy } from '../policy/policy.ts';
import type { LinkState } from './messages.ts';
import type { NotebookActions, NotebookView } from './notebook-view.ts';

/** State that is shown to people. Whoever shows it is told when it changes; nobody asks on a timer. */

/**
 * How a tab stands, in storage.session under this key: the service worker writes it, and the browser tells the
 * pages of the extension. Not over a Port: a worker that listens for Ports would also get those that sessions
 * open to the link (Chrome has no way to address one), and a session whose link has died would never know.
 */
export const tabStateKey = (tabId: number): string => `tabState:${tabId}`;

export interface TabState {
  links: LinkState[];
  /** The ports of servers that the user has yet to answer. */
  waitingForConsent: number[];
  /** The agents that have left the notebook of their own accord, and are not back. */
  left: string[];
  /** What holds in the notebook that the tab shows. */
  policy: Policy;
  /** Whether that is what holds for notebooks without a word of their own. */
  isDefaultPolicy: boolean;
  defaultVerdicts: Policy['verdicts'];
}

/** The server that was met last, in storage.local under this key: the service worker writes it. */
export const LAST_MET_KEY = 'lastMet';

export interface LastMet {
  agent: string;
  isOurBridge: boolean;
  /** In milliseconds since 1970, as all times here. */
  at: number;
}

/** What came of dialling servers since the browser started, in storage.session under this key; newest last. */
export const DIAL_FAILURES_KEY = 'dialFailures';

export interface DialFailure {
  port: number;
  /** For people. A server's own words may be among them. */
  words: string;
  /** The last time that it came to this. */
  at: number;
  times: number;
}

/** A Port to the session of a tab, by which it pushes what agents do and did in its notebook, and takes what people want. */
export const ACTIVITY_PORT = 'cellwire-activity';

/** Session → page of the extension. Only what is new, but for the first message of either kind. */
export type FromActivity =
  | { type: 'view'; view: NotebookView }
  /** Newest last. One with a number that is known already replaces it. `total`: how many there are in all. */
  | { type: 'entries'; entries: JournalEntry[]; total: number }
  | { type: 'answer'; id: number; result: unknown }
  | { type: 'failed'; id: number; message: string };

/** Page of the extension → session: one of `NotebookActions`. */
export interface ActivityRequest {
  id: number;
  action: keyof NotebookActions;
  args: unknown[];
}
