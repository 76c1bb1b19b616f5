import type { ServerEntry } from './client.ts';

/** Where an entry stands in a file. */
export interface Place {
  servers: string;
  name: string;
}

/** A kind of configuration file. Texts are changed where our entry stands, and nowhere else. */
export interface EntryFormat {
  /** All that the file says, as plain data. Throws `UnreadableConfig`. */
  data: (text: string) => Record<string, unknown>;
  put: (text: string, place: Place, entry: ServerEntry) => string;
  remove: (text: string, place: Place) => string;
  /** Our entry alone, as a user would paste it into an empty file. */
  block: (place: Place, entry: ServerEntry) => string;
}

/** The file is not what its format says; the message tells where. */
export class UnreadableConfig extends Error {
  override readonly name = 'UnreadableConfig';
}

/** The file is fine, but written in a way that we do not change by ourselves. */
export class UnusualConfig extends Error {
  override readonly name = 'UnusualConfig';
}

/** Members by which an entry names a server elsewhere; one that starts a program has none of them. */
export const ADDRESS_KEYS: readonly string[] = ['url', 'httpUrl', 'serverUrl', 'headers'];

export const lineEndOf = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n');

/** Line and column, as editors count them. */
export function positionIn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}
