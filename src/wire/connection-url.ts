import type { Credentials } from './credentials.ts';
import { parseCredentials } from './credentials.ts';

/** Parts of the fragment that tell a tab which server to connect to; the names are Google's. */
const TOKEN = 'mcpProxyToken';
const PORT = 'mcpProxyPort';
/** For whom the server speaks. Ours always says so; a link without it is of a server that is not ours. */
const AGENT = 'cellwireAgent';

const namesServer = (fragment: URLSearchParams): boolean => fragment.has(TOKEN) || fragment.has(PORT);

/** However it is spelled: without a value, or with its letters encoded. */
const isOurs = (part: string): boolean => {
  const fragment = new URLSearchParams(part);
  return namesServer(fragment) || fragment.has(AGENT);
};

/**
 * The address that makes a tab connect. What follows the # never leaves the browser, and what is there
 * already stays: it may be what names the notebook (`fileId=…`).
 */
export function connectionUrl(notebookUrl: string, { token, port }: Credentials, agent: string): string {
  const url = new URL(notebookUrl);
  const kept = partsOf(url).filter((part) => part !== '' && !isOurs(part));
  const named = String(new URLSearchParams({ [AGENT]: agent }));
  url.hash = [...kept, `${TOKEN}=${token}`, `${PORT}=${port}`, named].join('&');
  return url.href;
}

/** `rest` is the address without any of it, or null when it names no server. */
export function splitConnectionUrl(address: string): {
  credentials: Credentials | null;
  agent: string | null;
  rest: string | null;
} {
  const url = new URL(address);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (!namesServer(fragment)) return { credentials: null, agent: null, rest: null };
  url.hash = partsOf(url)
    .filter((part) => !isOurs(part))
    .join('&');
  const credentials = parseCredentials(fragment.get(TOKEN), fragment.get(PORT));
  return { credentials, agent: fragment.get(AGENT), rest: url.href };
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
