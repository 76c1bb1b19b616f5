/** How Python sends a value to the session so that whoever carries it, page and cell among them, cannot read it. */
export interface SealedBox {
  /** Of the public key, in hex. */
  modulus: string;
  exponent: number;
  /** What Python sealed, in hex, piece by piece. */
  open: (pieces: readonly string[]) => Promise<string>;
}

const ALGORITHM = {
  name: 'RSA-OAEP',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};

let made: Promise<SealedBox> | null = null;

/** One for as long as the page lives: making one takes a moment. Its private half never leaves the browser's keeping. */
export function sealedBox(): Promise<SealedBox> {
  made ??= makeBox();
  return made;
}

export async function makeBox(): Promise<SealedBox> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
  const { n = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return {
    modulus: toHex(fromBase64(n.replaceAll('-', '+').replaceAll('_', '/'))),
    exponent: 65_537,
    open: async (pieces) => {
      const opened = await Promise.all(
        pieces.map((piece) => crypto.subtle.decrypt(ALGORITHM, privateKey, fromHex(piece))),
      );
      const bytes = opened.flatMap((part) => [...new Uint8Array(part)]);
      return new TextDecoder().decode(new Uint8Array(bytes));
    },
  };
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
