import type { Credentials } from './credentials.ts';
import { parseCredentials } from './credentials.ts';

/** Parts of the fragment that tell a tab which server to connect to; the names are Google's. */
const TOKEN = 'mcpProxyToken';
const PORT = 'mcpProxyPort';

const namesServer = (fragment: URLSearchParams): boolean => fragment.has(TOKEN) || fragment.has(PORT);

/** However it is spelled: without a value, or with its letters encoded. */
const isOurs = (part: string): boolean => namesServer(new URLSearchParams(part));

/**
 * The address that makes a tab connect. What follows the # never leaves the browser, and what is there
 * already stays: it may be what names the notebook (`fileId=…`).
 */
export function connectionUrl(notebookUrl: string, { token, port }: Credentials): string {
  const url = new URL(notebookUrl);
  const kept = partsOf(url).filter((part) => part !== '' && !isOurs(part));
  url.hash = [...kept, `${TOKEN}=${token}`, `${PORT}=${port}`].join('&');
  return url.href;
}

/** `rest` is the address without the two, or null when it has neither. */
export function splitConnectionUrl(address: string): {
  credentials: Credentials | null;
  rest: string | null;
} {
  const url = new URL(address);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (!namesServer(fragment)) return { credentials: null, rest: null };
  url.hash = partsOf(url)
    .filter((part) => !isOurs(part))
    .join('&');
  return { credentials: parseCredentials(fragment.get(TOKEN), fragment.get(PORT)), rest: url.href };
}

/** What people paste: `TOKEN&PORT`, or the whole address with the fragment that holds both. */
export function parsePastedCredentials(text: string): Credentials | null {
  const trimmed = text.trim();
  const fragment = new URLSearchParams(trimmed.slice(trimmed.indexOf('#') + 1));
  const fromUrl = parseCredentials(fragment.get(TOKEN), fragment.get(PORT));
  if (fromUrl) return fromUrl;
  const [token, port, ...more] = trimmed.split('&');
  return more.length === 0 ? parseCredentials(token, port) : null;
}

const partsOf = (url: URL): string[] => url.hash.slice(1).split('&');
