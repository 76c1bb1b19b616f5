import type { Caller } from '../../src/wire/connection-url.ts';
import { splitConnectionUrl } from '../../src/wire/connection-url.ts';

/**
 * Takes the server's address out of the URL: before the site's own scripts run, so that its built-in frontend
 * does not compete for the same single-client server, and out of the address bar, where it would be copied
 * along. Other parts of the fragment (`fileId=…`, `scrollTo=…`) stay.
 */
export function takeCaller(): Caller | null {
  const { caller, rest } = splitConnectionUrl(location.href);
  if (rest !== null) history.replaceState(history.state, '', rest);
  return caller;
}
