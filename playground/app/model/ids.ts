const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Twelve characters that begin with a letter or digit, as Colab's cell ids look. */
export function newCellId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte, index) => ALPHABET[byte % (index === 0 ? 62 : 64)]).join('');
}
