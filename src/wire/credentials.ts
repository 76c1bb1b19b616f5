/** What a tab needs to connect to a server on this computer. */
export interface Credentials {
  token: string;
  port: number;
}

/** Tokens are URL-safe random text; anything else in their place is not worth dialling for. */
const TOKEN_FORM = /^[\w.~-]{1,512}$/;

export function parseCredentials(
  token: string | null | undefined,
  port: string | null | undefined,
): Credentials | null {
  const number = Number(port);
  if (!token || !TOKEN_FORM.test(token)) return null;
  if (!Number.isInteger(number) || number < 1 || number > 65_535) return null;
  return { token, port: number };
}
