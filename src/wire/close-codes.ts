/** The peer ended it on purpose: the user disconnected, or refused. */
export const CLOSE_NORMAL = 1000;
/** The tab was closed, or the bridge ends. */
export const CLOSE_GOING_AWAY = 1001;
/** The server has another client: come back later. */
export const CLOSE_BUSY = 1013;
