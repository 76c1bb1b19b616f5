/**
 * What the parts of the extension say to each other over runtime messages (requests with one answer).
 * JSON-RPC traffic does not go this way: it flows over a Port between a tab's session and the link.
 */

/** How a link to one server stands. */
export interface LinkState {
  linkId: string;
  tabId: number;
  port: number;
  phase: 'connecting' | 'open' | 'retrying' | 'server-busy' | 'no-notebook';
  /** Calls of the agent that are under way. */
  busy: boolean;
  /** For people: why it is not open. */
  detail: string | null;
}

export interface Credentials {
  token: string;
  port: number;
}

/** Where a tab is: what consent is asked for and remembered by. */
export interface NotebookPlace {
  origin: string;
  path: string;
}

/** Session → service worker. */
export type SessionMessage =
  | { to: 'worker'; type: 'session-started'; place: NotebookPlace; credentials: Credentials | null }
  | { to: 'worker'; type: 'consent-given'; place: NotebookPlace; linkId: string; remember: boolean }
  | { to: 'worker'; type: 'consent-refused'; linkId: string };

/** What the session is to do with each link of its tab. */
export interface SessionOrders {
  attach: string[];
  ask: Array<{ linkId: string; port: number }>;
}

/** Popup → service worker. */
export type PopupMessage =
  | { to: 'worker'; type: 'popup-state'; tabId: number }
  | { to: 'worker'; type: 'popup-connect'; tabId: number; credentials: Credentials }
  | { to: 'worker'; type: 'popup-disconnect'; tabId: number; linkId: string };

/** Link → service worker. */
export type LinkReport = { to: 'worker'; type: 'link-changed'; state: LinkState };

export type WorkerMessage = SessionMessage | PopupMessage | LinkReport;

/** Service worker → link. */
export type LinkMessage =
  | { to: 'link'; type: 'open'; linkId: string; tabId: number; credentials: Credentials; version: string }
  | { to: 'link'; type: 'close'; linkId: string; reason: string }
  | { to: 'link'; type: 'list' };

/** Service worker or popup → session. Either is answered with the place that the tab shows. */
export type TabMessage =
  | { to: 'session'; type: 'orders'; place: NotebookPlace; orders: SessionOrders }
  | { to: 'session'; type: 'where' };

/** The Port between a session and the link is named after the link it belongs to. */
export const SESSION_PORT_PREFIX = 'cellwire-session:';

/** On that Port: frames to the session are raw JSON-RPC text, frames from it say what they answer. */
export interface SessionFrame {
  /** The id of the request that this frame answers, or null for a notification or request of its own. */
  answers: string | number | null;
  text: string;
}
