/** What a tab and its server agree on about the socket between them. Most of it is Google's, who were here first. */
export const SUBPROTOCOL = 'mcp';
export const TOKEN_PARAMETER = 'access_token';

/** Ours, in place of a token: which key the link has, and what the bridge is to prove itself with. See `keys.ts`. */
export const KEY_PARAMETER = 'cellwire_key';
export const CHALLENGE_PARAMETER = 'cellwire_challenge';

/** What a request to a server on this computer may name as its host. */
export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'] as const;

/** Where a link dials, in turn. Not `localhost`: that may mean either, and another program may have the other. */
export const LOOPBACK_ADDRESSES = ['127.0.0.1', '[::1]'] as const;

/** Follows from the `key` in manifest.json, so that it is the same on every machine. */
export const EXTENSION_ID = 'fckddchdijpoecogdcjbmjehbmffnkbm';

/** It ends on purpose: the tab was closed, the user disconnected or refused. Scripts of a page may not send 1001. */
export const CLOSE_NORMAL = 1000;
/** The bridge ends. */
export const CLOSE_GOING_AWAY = 1001;
/** The other end has not proven itself. */
export const CLOSE_REFUSED = 4003;
/** The tab does not behave as an MCP server. */
export const CLOSE_FAILED = 1011;
/** The server has another client: come back later. */
export const CLOSE_BUSY = 1013;
