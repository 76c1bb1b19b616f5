/** Scripts that the worker brings into a tab; vite.config.ts builds them under these names. */
export const SESSION_FILE = 'content-scripts/session.iife.js';
export const PAGE_AGENT_FILE = 'content-scripts/page.iife.js';
