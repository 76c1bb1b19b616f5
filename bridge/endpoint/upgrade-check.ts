import type { IncomingMessage } from 'node:http';
import { COLAB_HOSTS } from '../../src/wire/colab-site.ts';
import type { Key } from '../../src/wire/keys.ts';
import {
  CHALLENGE_PARAMETER,
  EXTENSION_ID,
  KEY_PARAMETER,
  LOOPBACK_HOSTS,
  SUBPROTOCOL,
  TOKEN_PARAMETER,
} from '../../src/wire/socket.ts';
import type { Keys } from './keys.ts';
import { isOfAnotherUser } from './peer-owner.ts';

/** Who may open a socket to the bridge. A browser sets this header itself; a page cannot forge it. */
const ALLOWED_ORIGINS: ReadonlySet<string> = new Set([
  ...COLAB_HOSTS.map((host) => `https://${host}`),
  `chrome-extension://${EXTENSION_ID}`,
]);

/** As long as ours: random enough that no two are the same. */
export const CHALLENGE_FORM = /^[\w-]{43}$/;

export interface Refusal {
  status: 400 | 401 | 403 | 404 | 410;
  sentence: string;
}

export const MALFORMED_TARGET: Refusal = { status: 400, sentence: 'The address asked for is malformed.' };

/** What the request asks for; null when that cannot be read. */
export function targetOf({ url = '/' }: IncomingMessage): URL | null {
  const base = 'http://localhost';
  return URL.canParse(url, base) ? new URL(url, base) : null;
}

/** A tab that may come in: with a key that it has yet to prove, or, where it is not ours, with a code that is used up now. */
export interface Entrance {
  key: { key: Key; tabChallenge: string } | null;
}

/** Who may open a socket here: a browser's Colab tab or our extension, of this user, on this machine, with a key. */
export function entranceOf(request: IncomingMessage, port: number, keys: Keys): Entrance | Refusal {
  const url = targetOf(request);
  if (!url) return MALFORMED_TARGET;
  if (!namesUs(request, port)) return WRONG_HOST;
  const { origin } = request.headers;
  if (origin === undefined || !ALLOWED_ORIGINS.has(origin)) {
    return {
      status: 403,
      sentence: 'This Origin may not connect; only Colab and the Cellwire extension may.',
    };
  }
  if (url.pathname !== '/') return { status: 404, sentence: 'There is nothing here; connect to /.' };
  if (!subprotocolsOf(request).includes(SUBPROTOCOL)) {
    return { status: 400, sentence: `The subprotocol "${SUBPROTOCOL}" is required.` };
  }
  // Last, because the system has to be asked: but before a code is used up.
  if (isOfAnotherUser(request.socket)) return OTHER_USER;
  const id = url.searchParams.get(KEY_PARAMETER);
  return id === null ? byToken(request, url, keys) : byKey(id, url, keys);
}

const WRONG_HOST: Refusal = { status: 403, sentence: 'The Host header does not name this bridge.' };
const OTHER_USER: Refusal = {
  status: 403,
  sentence: 'This bridge belongs to another user of this machine.',
};

/** A program of this user, on this machine. */
export function neighbourRefusalOf(request: IncomingMessage, port: number): Refusal | null {
  if (!namesUs(request, port)) return WRONG_HOST;
  return isOfAnotherUser(request.socket) ? OTHER_USER : null;
}

/** Who may be led to a notebook: a browser of this user, that was started for it. */
export function visitRefusalOf(request: IncomingMessage, port: number): Refusal | null {
  if (!namesUs(request, port)) return WRONG_HOST;
  // A page that has learned the address could only open it by itself, which is not what it is for.
  const expected = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const isVisit = Object.entries(expected).every(
    ([name, value]) => (request.headers[name] ?? value) === value,
  );
  if (!isVisit) return { status: 403, sentence: 'This address is for a browser to be started with.' };
  return isOfAnotherUser(request.socket) ? OTHER_USER : null;
}

/** A name that merely resolves to this machine would be a page trying DNS rebinding. */
function namesUs({ headers: { host } }: IncomingMessage, port: number): boolean {
  return LOOPBACK_HOSTS.some((name) => host === `${name}:${port}`);
}

function byKey(id: string, url: URL, keys: Keys): Entrance | Refusal {
  const key = keys.byId(id);
  const tabChallenge = url.searchParams.get(CHALLENGE_PARAMETER) ?? '';
  if (!key) return { status: 401, sentence: 'The key is not known here, or is void.' };
  if (!CHALLENGE_FORM.test(tabChallenge)) return { status: 400, sentence: 'The challenge is missing.' };
  return { key: { key, tabChallenge } };
}

function byToken(request: IncomingMessage, url: URL, keys: Keys): Entrance | Refusal {
  const given = url.searchParams.get(TOKEN_PARAMETER) ?? bearerOf(request);
  if (given === null) return { status: 401, sentence: 'The access token is missing.' };
  if (!keys.useUp(given)) return { status: 401, sentence: 'The access token is wrong, or was used already.' };
  return { key: null };
}

function bearerOf(request: IncomingMessage): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function subprotocolsOf(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
}
