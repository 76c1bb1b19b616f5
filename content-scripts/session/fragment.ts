import { readCredentials } from '../../src/wire/credentials.ts';
import type { Credentials } from '../../src/wire/messages.ts';

const TOKEN = 'mcpProxyToken';
const PORT = 'mcpProxyPort';

/**
 * Takes the server's address out of the URL: before the site's own scripts run, so that its built-in frontend
 * does not compete for the same single-client server, and out of the address bar, where it would be copied
 * along. Other parts of the fragment (`fileId=…`, `scrollTo=…`) stay.
 */
export function takeCredentials(): Credentials | null {
  const { credentials, rest } = readFragment(location.href);
  if (rest !== null) history.replaceState(history.state, '', rest);
  return credentials;
}

/** `rest` is the address without the two, or null when it has neither. */
export function readFragment(address: string): { credentials: Credentials | null; rest: string | null } {
  const url = new URL(address);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (!fragment.has(TOKEN) && !fragment.has(PORT)) return { credentials: null, rest: null };
  const credentials = readCredentials(fragment.get(TOKEN), fragment.get(PORT));
  const kept = url.hash
    .slice(1)
    .split('&')
    .filter((part) => !part.startsWith(`${TOKEN}=`) && !part.startsWith(`${PORT}=`));
  url.hash = kept.join('&');
  return { credentials, rest: url.href };
}
