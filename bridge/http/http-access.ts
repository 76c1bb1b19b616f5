import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isOfAnotherUser } from '../endpoint/peer-owner.ts';

export interface HttpRefusal {
  status: 401 | 403;
  sentence: string;
}

export interface HttpDoor {
  token: string;
  /** As a Host header has them, without a port. */
  hostNames: ReadonlySet<string>;
}

const WRONG_HOST: HttpRefusal = {
  status: 403,
  sentence:
    'The Host header does not name this bridge. Use the address that "cellwire serve --http" printed.',
};
const WEB_PAGE: HttpRefusal = {
  status: 403,
  sentence: 'Web pages may not connect: the Origin header names one.',
};
const OTHER_USER: HttpRefusal = {
  status: 403,
  sentence: 'This bridge belongs to another user of this machine.',
};
const NO_TOKEN: HttpRefusal = {
  status: 401,
  sentence:
    'The token is missing or wrong. Send "Authorization: Bearer TOKEN"; "cellwire serve --http" prints it.',
};

/** Who may talk to the bridge: a program of this user that has the token. Null: this one may. */
export function refusalOfHttp({ headers, socket }: IncomingMessage, door: HttpDoor): HttpRefusal | null {
  // A name that merely resolves to this machine would be a page trying DNS rebinding.
  if (!door.hostNames.has(hostNameIn(headers.host))) return WRONG_HOST;
  // Agents are programs and send none; a browser sends one with every request of a page that could do harm.
  if (headers.origin !== undefined && !door.hostNames.has(hostNameOf(headers.origin))) return WEB_PAGE;
  if (isOfAnotherUser(socket)) return OTHER_USER;
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return isSame(given, door.token) ? null : NO_TOKEN;
}

const hostNameIn = (host: string | undefined): string => hostNameOf(`http://${host ?? ''}`);

function hostNameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/** Takes as long whatever is given: of digests, because the comparison wants both of one length. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
