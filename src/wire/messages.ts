import type { Policy } from '../policy/policy.ts';
import type { Credentials } from './credentials.ts';
import type { Refused } from './hello.ts';

/**
 * What the parts of the extension say to each other over runtime messages (requests with one answer).
 * JSON-RPC traffic does not go this way: it flows over a Port between a tab's session and its link. Nor does
 * state that is shown to people: it is pushed (`pushed-state.ts`).
 */

/** How a link to one server stands. */
export interface LinkState {
  linkId: string;
  tabId: number;
  port: number;
  phase: 'connecting' | 'open' | 'retrying' | 'server-busy' | 'no-notebook';
  /** Calls of the agent that are under way. */
  busy: boolean;
  /** What the agent calls itself, fit to be shown: see `agentName`. */
  agent: string;
  /** How the user shut the tab for it; null when it is served. `phase` is what its socket is all the same. */
  refused: Refused | null;
  /** For people: why it is not open. */
  detail: string | null;
}

/** Where a tab is: what consent is asked for and remembered by. */
export interface NotebookPlace {
  origin: string;
  path: string;
}

/** Starter or session → service worker. Each is answered with decisions. */
export type FromTab =
  | {
      to: 'worker';
      type: 'tab-started';
      place: NotebookPlace;
      /** Whether the session script has been injected already. */
      hasSessionScript: boolean;
      credentials: Credentials | null;
      /** What the agent calls itself, where the address says it. */
      agent: string | null;
      /** Whether the page was loaded for this very address, in a tab that shows nothing else worth keeping. */
      isNewTab: boolean;
    }
  | { to: 'worker'; type: 'consent-given'; place: NotebookPlace; linkId: string; remember: boolean }
  | { to: 'worker'; type: 'consent-refused'; linkId: string }
  /** The user decided in the page, not in the popup or the panel. */
  | { to: 'worker'; type: 'tab-policy'; place: NotebookPlace; policy: Policy }
  /** The user stopped everything: all links of this tab are disconnected, by the user's word. */
  | { to: 'worker'; type: 'tab-stopped' };

/** What the worker decided for the notebook that a tab shows, and for each link of the tab. */
export interface TabDecisions {
  /** How agents name the notebook. */
  notebookId: string;
  /** What the user lets agents do in it. */
  policy: Policy;
  /** Links that the tab serves from now on. */
  attach: string[];
  /** Links that the user must allow first. */
  ask: Array<{ linkId: string; port: number; agent: string }>;
  /** The number of the page agent that was brought in with them; null when none was. See `pairing.ts`. */
  pageAgent: number | null;
}

/** Session → service worker, within a click of the user's: show the panel beside this tab. Not answered. */
export interface OpenPanel {
  to: 'worker';
  type: 'open-panel';
}

/** Popup or panel → service worker. */
export type PopupMessage =
  | { to: 'worker'; type: 'popup-connect'; tabId: number; credentials: Credentials }
  | { to: 'worker'; type: 'popup-disconnect'; linkId: string }
  /** "Connect again": the user lets a link back that was refused. */
  | { to: 'worker'; type: 'popup-allow'; linkId: string }
  /** All links of the tab are disconnected, by the user's word. */
  | { to: 'worker'; type: 'popup-stop'; tabId: number }
  /** Of the notebook that the tab shows; null: what holds for notebooks without a word of their own. */
  | { to: 'worker'; type: 'popup-policy'; tabId: number; policy: Policy | null }
  /** What holds for notebooks without a word of their own. */
  | { to: 'worker'; type: 'default-policy'; verdicts: Policy['verdicts'] };

/** Offscreen document → service worker. */
export type LinkReport =
  | { to: 'worker'; type: 'link-changed'; state: LinkState }
  /** The server asks to come back. Answered when the user has been asked, not when the user has answered. */
  | { to: 'worker'; type: 'link-asks'; linkId: string };

export type WorkerMessage = FromTab | PopupMessage | LinkReport;

/** What a link is made of. */
export interface LinkOrder {
  linkId: string;
  tabId: number;
  /** The notebook that the tab shows now. */
  notebookId: string;
  notebookUrl: string;
  credentials: Credentials;
  /** What the agent calls itself, as far as that is known. */
  agent: string | null;
  refused: Refused | null;
  version: string;
}

/** Service worker → offscreen document. */
export type OffscreenMessage =
  /** Told again whenever the tab shows another notebook, or the user lets a refused link back. */
  | ({ to: 'offscreen'; type: 'open' } & LinkOrder)
  /** The user's no to a link that there is: also to a question that the server has asked anew. */
  | { to: 'offscreen'; type: 'refuse'; linkId: string; refused: Refused }
  | { to: 'offscreen'; type: 'close'; linkId: string; reason: string }
  | { to: 'offscreen'; type: 'list' };

/** Service worker or popup → starter. Either is answered with a report. */
export type TabMessage =
  | { to: 'tab'; type: 'decisions'; place: NotebookPlace; decisions: TabDecisions }
  | { to: 'tab'; type: 'where' };

/** What a tab shows, and whether the session script has been injected. */
export interface TabReport {
  place: NotebookPlace;
  hasSessionScript: boolean;
}

/** The Port between a session and the link is named after the link it belongs to. */
export const SESSION_PORT_PREFIX = 'cellwire-session:';

/** Begins the ids of requests that the link says again to a new session: an earlier one has granted them. */
const REPLAY_ID = 'cellwire-replayed-';

export const replayId = (number: number): string => REPLAY_ID + number;

export const isReplayId = (id: string | number): boolean => String(id).startsWith(REPLAY_ID);

/** On that Port, before anything else and whenever it changes: whom the session speaks with. */
export interface SessionGreeting {
  agent: string;
  /** The conversation goes on: a session that does not know it was loaded anew in the middle of it. */
  isResumed: boolean;
}

/** On that Port, before the link ends it: the user's word is that this agent shall do nothing more. */
export interface SessionEnd {
  refused: Refused;
}

/** On that Port: frames to the session are raw JSON-RPC text, frames from it say what they answer. */
export interface SessionFrame {
  /** The id of the request that this frame answers, or null for a notification or request of its own. */
  answers: string | number | null;
  text: string;
}
