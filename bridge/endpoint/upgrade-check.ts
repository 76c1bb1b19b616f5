import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { COLAB_HOSTS } from '../../src/wire/colab-site.ts';
import { EXTENSION_ID, LOOPBACK_HOSTS, SUBPROTOCOL, TOKEN_PARAMETER } from '../../src/wire/socket.ts';

/** Who may open a socket to the bridge. A browser sets this header itself; a page cannot forge it. */
const ALLOWED_ORIGINS: ReadonlySet<string> = new Set([
  ...COLAB_HOSTS.map((host) => `https://${host}`),
  `chrome-extension://${EXTENSION_ID}`,
]);

export interface Refusal {
  status: 400 | 401 | 403 | 404;
  sentence: string;
}

export const MALFORMED_TARGET: Refusal = { status: 400, sentence: 'The address asked for is malformed.' };

/** What the request asks for; null when that cannot be read. */
export function targetOf({ url = '/' }: IncomingMessage): URL | null {
  const base = 'http://localhost';
  return URL.canParse(url, base) ? new URL(url, base) : null;
}

/** Who may open a socket here: a browser's Colab tab or our extension, on this machine, with the token. */
export function refusalOf(request: IncomingMessage, port: number, token: string): Refusal | null {
  const url = targetOf(request);
  if (!url) return MALFORMED_TARGET;
  const { host, origin } = request.headers;
  // A name that merely resolves to this machine would be a page trying DNS rebinding.
  if (!LOOPBACK_HOSTS.some((name) => host === `${name}:${port}`)) {
    return { status: 403, sentence: 'The Host header does not name this bridge.' };
  }
  if (origin === undefined || !ALLOWED_ORIGINS.has(origin)) {
    return {
      status: 403,
      sentence: 'This Origin may not connect; only Colab and the Cellwire extension may.',
    };
  }
  if (url.pathname !== '/') return { status: 404, sentence: 'There is nothing here; connect to /.' };
  const given = url.searchParams.get(TOKEN_PARAMETER) ?? bearerOf(request);
  if (given === null) return { status: 401, sentence: 'The access token is missing.' };
  if (!isSame(given, token)) return { status: 401, sentence: 'The access token is wrong.' };
  if (!subprotocolsOf(request).includes(SUBPROTOCOL)) {
    return { status: 400, sentence: `The subprotocol "${SUBPROTOCOL}" is required.` };
  }
  return null;
}

function bearerOf(request: IncomingMessage): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function subprotocolsOf(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
}

/** In constant time; of the digests, because the comparison needs equal lengths. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
