/** Scripts that the worker brings into a tab; vite.config.ts builds them under these names. */
export const SESSION_FILE = 'content-scripts/session.iife.js';
export const PAGE_AGENT_FILE = 'content-scripts/page.iife.js';
/** In every page of the site by itself; brought in only into pages that an update of the extension left without one. */
export const STARTER_FILE = 'content-scripts/starter.iife.js';
