import type { Credentials } from './credentials.ts';
import { parseCredentials } from './credentials.ts';

/** Parts of the fragment that tell a tab which server to connect to; the names are Google's. */
const TOKEN = 'mcpProxyToken';
const PORT = 'mcpProxyPort';
/** For whom the server speaks. Ours always says so; a link without it is of a server that is not ours. */
const AGENT = 'cellwireAgent';
/** That this browser has met the server before: see `addressProof` in `keys.ts`. */
const PROOF = 'cellwireProof';

/** A server that wants to be connected, as an address names it. */
export interface Caller {
  credentials: Credentials;
  /** What the agent calls itself; null where the server does not say. */
  agent: string | null;
  /** What a server that was met before adds: `<id of the key>.<proof>`, unchecked. */
  proof: string | null;
}

const namesServer = (fragment: URLSearchParams): boolean => fragment.has(TOKEN) || fragment.has(PORT);

/** However it is spelled: without a value, or with its letters encoded. */
const isOurs = (part: string): boolean => {
  const fragment = new URLSearchParams(part);
  return namesServer(fragment) || fragment.has(AGENT) || fragment.has(PROOF);
};

/**
 * The address that makes a tab connect. What follows the # never leaves the browser, and what is there
 * already stays: it may be what names the notebook (`fileId=…`).
 */
export function connectionUrl(
  notebookUrl: string,
  { credentials, agent, proof }: Caller & { agent: string },
): string {
  const url = new URL(notebookUrl);
  const kept = partsOf(url).filter((part) => part !== '' && !isOurs(part));
  const { token, port } = credentials;
  const named = String(new URLSearchParams({ [AGENT]: agent }));
  const proven = proof === null ? [] : [`${PROOF}=${proof}`];
  url.hash = fragmentOf([...kept, `${TOKEN}=${token}`, `${PORT}=${port}`, named, ...proven]);
  return url.href;
}

/** `rest` is the address without any of it, or null when it names no server. */
export function splitConnectionUrl(address: string): { caller: Caller | null; rest: string | null } {
  const url = new URL(address);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (!namesServer(fragment)) return { caller: null, rest: null };
  url.hash = fragmentOf(partsOf(url).filter((part) => !isOurs(part)));
  return { caller: callerIn(fragment), rest: url.href };
}

/** What people paste: `TOKEN&PORT`, or the whole address with the fragment that holds both. */
export function parsePastedCaller(text: string): Caller | null {
  const trimmed = text.trim();
  const fromUrl = callerIn(new URLSearchParams(trimmed.slice(trimmed.indexOf('#') + 1)));
  if (fromUrl) return fromUrl;
  const [token, port, ...more] = trimmed.split('&');
  const credentials = more.length === 0 ? parseCredentials(token, port) : null;
  return credentials && { credentials, agent: null, proof: null };
}

function callerIn(fragment: URLSearchParams): Caller | null {
  const credentials = parseCredentials(fragment.get(TOKEN), fragment.get(PORT));
  return credentials && { credentials, agent: fragment.get(AGENT), proof: fragment.get(PROOF) };
}

const partsOf = (url: URL): string[] => url.hash.slice(1).split('&');

/** With a # of its own: one that begins the first part would be taken for it, and that part for another. */
function fragmentOf(parts: readonly string[]): string {
  const fragment = parts.join('&');
  return fragment === '' ? '' : `#${fragment}`;
}
