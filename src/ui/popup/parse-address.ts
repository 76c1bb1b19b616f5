import { readCredentials } from '../../wire/credentials.ts';
import type { Credentials } from '../../wire/messages.ts';

/** What people paste: `TOKEN&PORT`, or the whole link with the fragment that holds both. */
export function parseAddress(text: string): Credentials | null {
  const trimmed = text.trim();
  const fragment = new URLSearchParams(trimmed.slice(trimmed.indexOf('#') + 1));
  const fromLink = readCredentials(fragment.get('mcpProxyToken'), fragment.get('mcpProxyPort'));
  if (fromLink) return fromLink;
  const [token, port, ...more] = trimmed.split('&');
  return more.length === 0 ? readCredentials(token, port) : null;
}
