/** The largest message the bridge takes, from a tab or from the agent. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** How long the bridge waits for what. Tests give shorter ones. */
export interface Timings {
  /** For the answer to our hello, before the frontend counts as a stranger. One that does not know it says so at once. */
  helloMs: number;
  /** For the tab to introduce itself (`initialize`, `tools/list`). */
  initializeMs: number;
  /** How long a new call waits for a tab that has just dropped. */
  reconnectGraceMs: number;
  /** After this long without its tab, a call in flight is given up as lost. */
  lostMs: number;
  /** Between two pings on a tab's socket. */
  pingMs: number;
  /** How long `open_colab_browser_connection` waits for a tab: with what comes before, less than the minute after which most clients give up and see no answer. */
  connectMs: number;
  /** After a restart: how long a call of the first moments waits for the tab of last time, which dials in by itself. */
  returnForCallMs: number;
  /** The same, before `open_colab_browser_connection` opens a second one. */
  returnForOpeningMs: number;
  /** For the connected tab to say which notebook it has. */
  statusMs: number;
}

export const TIMINGS: Timings = {
  helloMs: 5_000,
  initializeMs: 10_000,
  reconnectGraceMs: 15_000,
  lostMs: 60_000,
  pingMs: 20_000,
  connectMs: 55_000,
  returnForCallMs: 5_000,
  returnForOpeningMs: 3_000,
  statusMs: 2_000,
};
