/**
 * How a tab's link and our bridge know each other again. Both have a key; each proves that it has it by a code that is
 * made with the key over random texts of both (HMAC), so that the secret itself never travels. Whoever takes over
 * the port of a bridge that has ended cannot prove anything, and learns nothing that is of use.
 */
export interface Key {
  /** Public: says which key is meant. */
  id: string;
  secret: string;
}

const ID_BYTES = 12;
const SECRET_BYTES = 32;
const KEY_FORM = /^([\w-]{16})\.([\w-]{43})$/;

const encoder = new TextEncoder();

/** Both ends of one socket, and what each of them made up for it. */
export interface Exchange {
  port: number;
  tabChallenge: string;
  bridgeChallenge: string;
}

export function newKey(): Key {
  return { id: randomText(ID_BYTES), secret: randomText(SECRET_BYTES) };
}

export const newChallenge = (): string => randomText(SECRET_BYTES);

/** A key as the token of a connection URL; null when it is the token of a server that is not ours. */
export function keyIn(token: string): Key | null {
  const [, id, secret] = KEY_FORM.exec(token) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

export const tokenOf = ({ id, secret }: Key): string => `${id}.${secret}`;

/** What only the bridge that has the key can say. The port is in it: what was said on one counts on no other. */
export function bridgeProof(key: Key, exchange: Exchange): Promise<string> {
  return code(key, ['bridge', ...partsOf(exchange)]);
}

/** What only the link that has the key can say. */
export function tabProof(key: Key, exchange: Exchange): Promise<string> {
  return code(key, ['tab', ...partsOf(exchange)]);
}

/** In place of a key that was in an address, and may be known to others: either end makes it for itself. */
export async function pairedKey(key: Key, exchange: Exchange): Promise<Key> {
  const [id, secret] = await Promise.all([
    code(key, ['paired id', ...partsOf(exchange)]),
    code(key, ['paired secret', ...partsOf(exchange)]),
  ]);
  return { id: id.slice(0, textLength(ID_BYTES)), secret };
}

/** What makes a connection URL that of a bridge which was met before: `tokenId` is the public part of its token. */
export function addressProof(key: Key, tokenId: string, port: number): Promise<string> {
  return code(key, ['address', tokenId, String(port)]);
}

/** How a program of ours that has the key, and a bridge that it asks how it stands, know each other. */
export function statusProof(
  key: Key,
  of: 'asker' | 'bridge',
  { challenge, port }: { challenge: string; port: number },
): Promise<string> {
  return code(key, ['status', of, challenge, String(port)]);
}

/** Takes as long whatever is given. */
export function isSameProof(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}

function partsOf({ port, tabChallenge, bridgeChallenge }: Exchange): string[] {
  return [String(port), tabChallenge, bridgeChallenge];
}

async function code({ id, secret }: Key, parts: readonly string[]): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  // As JSON: no two lists of parts give the same text.
  const text = JSON.stringify(['cellwire', id, ...parts]);
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}

function randomText(bytes: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

const textLength = (bytes: number): number => Math.ceil((bytes * 4) / 3);
