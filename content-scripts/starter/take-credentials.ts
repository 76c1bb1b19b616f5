import { splitConnectionUrl } from '../../src/wire/connection-url.ts';
import type { Credentials } from '../../src/wire/credentials.ts';

/** What an address that connects a tab says. */
export interface Caller {
  credentials: Credentials;
  /** What the agent calls itself; null where the server does not say. */
  agent: string | null;
}

/**
 * Takes the server's address out of the URL: before the site's own scripts run, so that its built-in frontend
 * does not compete for the same single-client server, and out of the address bar, where it would be copied
 * along. Other parts of the fragment (`fileId=…`, `scrollTo=…`) stay.
 */
export function takeCredentials(): Caller | null {
  const { credentials, agent, rest } = splitConnectionUrl(location.href);
  if (rest !== null) history.replaceState(history.state, '', rest);
  return credentials && { credentials, agent };
}
