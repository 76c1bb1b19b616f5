import type { Policy } from '../policy/policy.ts';
import type { Caller } from './connection-url.ts';
import type { Credentials } from './credentials.ts';
import type { Refused } from './hello.ts';
import type { Key } from './keys.ts';

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
  phase: 'connecting' | 'open' | 'retrying' | 'server-busy' | 'no-notebook' | 'resting';
  /** Calls of the agent that are under way. */
  busy: boolean;
  /** What the agent calls itself, fit to be shown: see `agentName`. */
  agent: string;
  /** How the user shut the tab for it; null when it is served. `phase` is what its socket is all the same. */
  refused: Refused | null;
  /** For people: why it is not open. */
  detail: string | null;
  /** Whether it has met our own bridge, which takes several tabs; other servers take one. */
  isOurBridge: boolean;
}

/** Where a tab is: what consent is asked for and remembered by. */
export interface NotebookPlace {
  origin: string;
  path: string;
}

/**
 * How a tab came to what it shows: by loading it, in a tab that had nothing worth keeping or in one that had, or
 * without a load.
 */
export type Arrival = 'new-tab' | 'load' | 'same-page';

/** Starter or session → service worker. Each is answered: with decisions, or `true` where there are none to make. */
export type FromTab =
  | {
      to: 'worker';
      type: 'tab-started';
      place: NotebookPlace;
      /** Whether the session script has been injected already. */
      hasSessionScript: boolean;
      /** Who is named by the address that the tab was sent to. */
      caller: Caller | null;
      arrival: Arrival;
    }
  | { to: 'worker'; type: 'consent-given'; place: NotebookPlace; linkId: string; remember: boolean }
  | { to: 'worker'; type: 'consent-refused'; linkId: string }
  /** The user decided in the page, not in the popup or the panel. */
  | { to: 'worker'; type: 'tab-policy'; place: NotebookPlace; policy: Policy }
  /** The user stopped everything: all links of this tab are disconnected, by the user's word. */
  | { to: 'worker'; type: 'tab-stopped' }
  /** The user said whether the server of this link may know which other notebooks are open. */
  | { to: 'worker'; type: 'others-answered'; linkId: string; isAllowed: boolean };

/** A link that the user must allow first. */
export interface TabQuestion {
  linkId: string;
  port: number;
  agent: string;
  /** Nothing but a web page, or a program that took the place of another, vouches for it. */
  isSuspect: boolean;
}

/** What the worker decided for the notebook that a tab shows, and for each link of the tab. */
export interface TabDecisions {
  /** How agents name the notebook. */
  notebookId: string;
  /** What the user lets agents do in it. */
  policy: Policy;
  /** Links that the tab serves from now on. */
  attach: string[];
  /** Links that the user must allow first. */
  ask: TabQuestion[];
  /** Links whose server wants to know which other notebooks are open: the user is to say. */
  askOthers?: TabQuestion[];
  /** The number of the page agent that was brought in with them; null when none was. See `pairing.ts`. */
  pageAgent: number | null;
}

/** Session → service worker, within a click of the user's: show the panel beside this tab. Not answered. */
export interface OpenPanel {
  to: 'worker';
  type: 'open-panel';
}

/** Session → service worker, answered after this time: the tab is hidden, and has no link that could wake it. */
export interface WakeTab {
  to: 'worker';
  type: 'wake-tab';
  ms: number;
}

/** A link that went away is asked for again, and back, within this. */
export const MOST_WAKE_MS = 2_000;

/** Popup or panel → service worker. */
export type PopupMessage =
  | { to: 'worker'; type: 'popup-connect'; tabId: number; caller: Caller }
  | { to: 'worker'; type: 'popup-disconnect'; linkId: string }
  /** "Try again": a link that has given up dials once more. */
  | { to: 'worker'; type: 'popup-redial'; linkId: string }
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
  | { to: 'worker'; type: 'link-asks'; linkId: string }
  /** Our bridge has proven itself, and is known by this key from now on. */
  | { to: 'worker'; type: 'link-paired'; linkId: string; paired: Paired }
  /** A program that cannot prove itself answers where a server was that had gone: the user is to say whether it is the same. */
  | { to: 'worker'; type: 'link-returned'; linkId: string }
  /** The agent has ended the connection: the link dials no more. */
  | { to: 'worker'; type: 'link-left'; linkId: string }
  /** What the server wants of the browser. Answered with what came of it. */
  | { to: 'worker'; type: 'link-wishes'; linkId: string; wish: BrowserWish };

/** What our bridge may want of the browser: see `notebook-list.ts`. */
export type BrowserWish =
  | { kind: 'list'; others: boolean }
  | { kind: 'open'; url: string }
  | { kind: 'attach'; notebookId: string };

export type WorkerMessage = FromTab | PopupMessage | LinkReport;

/** Our bridge, as it is known again. */
export interface Paired {
  serverId: string;
  key: Key;
}

/** What a link is made of. */
export interface LinkOrder {
  linkId: string;
  tabId: number;
  /** The notebook that the tab shows now. */
  notebookId: string;
  notebookUrl: string;
  credentials: Credentials;
  /** By which the server must prove itself; null as long as it has not done so. */
  paired: Paired | null;
  /** What the agent calls itself, as far as that is known. */
  agent: string | null;
  refused: Refused | null;
  /** The user has just said yes to it. */
  isWanted: boolean;
  version: string;
}

/** Service worker → offscreen document. */
export type OffscreenMessage =
  /** Told again whenever the tab shows another notebook, or the user lets a refused link back; dials where it rests. */
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

/** Behind that name where the session goes on with what it said to a link that is no more: then its first word is how. */
export const RESUMES = '?resumes';

/**
 * The Port between a tab and the link's document, by which a hidden tab is woken: it says in how many milliseconds, and
 * its last word counts.
 */
export const CLOCK_PORT = 'cellwire-clock';

/** What the link has the session keep for the link that may have to take its place. */
export interface LinkMemo {
  incarnation: string;
  /** Of our bridge; null for a server that does not say. */
  instance: string | null;
  /** What a new session must hear: see `handshake.ts`. */
  handshake: { initialize: string | null; subscriptions: string[] };
}

/** The first word of a session to a link that was made anew, while the page lived on. */
export interface Resumption {
  memo: LinkMemo;
  /** The ids of all requests of this conversation. */
  received: Array<string | number>;
  open: Array<{ id: string | number; text: string; hasBegun: boolean; runId: string | null }>;
  /** The latest answers: the link before may have died with them. `isLate`: there was none any more. */
  answers: Array<{ answers: string | number; text: string; isLate: boolean }>;
}

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

/** On that Port, while calls are under way and nothing was heard for long: does the page live? It says the same number. */
export interface SignOfLife {
  ping: number;
}

/** On that Port: the link knows that this call begins. */
export interface BeginHeard {
  heard: string | number;
}

/** On that Port, from the session to the link itself. */
export type SessionWord =
  | { pong: number }
  /**
   * A call is about to have its first effect: it must never be made again. It waits until that was heard: what a page
   * says last is lost where Chrome discards it (3 times of 200). With its run, as soon as there is one.
   */
  | { began: string | number; runId: string | null }
  | { resumes: Resumption };

/** On that Port: frames to the session are raw JSON-RPC text, frames from it say what they answer. */
export interface SessionFrame {
  /** The id of the request that this frame answers, or null for a notification or request of its own. */
  answers: string | number | null;
  text: string;
}
