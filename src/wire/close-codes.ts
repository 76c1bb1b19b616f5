/** The extension ends it on purpose: the tab was closed, the user disconnected or refused. Scripts may not send 1001. */
export const CLOSE_NORMAL = 1000;
/** The server has another client: come back later. */
export const CLOSE_BUSY = 1013;
/** The bridge ends. */
export const CLOSE_GOING_AWAY = 1001;
