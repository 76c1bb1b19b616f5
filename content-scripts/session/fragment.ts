import { readCredentials } from '../../src/wire/credentials.ts';
import type { Credentials } from '../../src/wire/messages.ts';

const TOKEN = 'mcpProxyToken';
const PORT = 'mcpProxyPort';

/**
 * Takes the server's address out of the URL: before the site's own scripts run, so that its built-in
 * frontend does not compete for the same single-client server, and out of the address bar and the history.
 * Other parts of the fragment (`scrollTo=…`) stay.
 */
export function takeCredentials(): Credentials | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (!fragment.has(TOKEN) && !fragment.has(PORT)) return null;
  const credentials = readCredentials(fragment.get(TOKEN), fragment.get(PORT));
  fragment.delete(TOKEN);
  fragment.delete(PORT);
  const rest = fragment.toString();
  history.replaceState(history.state, '', location.pathname + location.search + (rest ? `#${rest}` : ''));
  return credentials;
}
