import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../src/wire/json.ts';
import { type Client, SERVER_NAME, type ServerEntry } from './client.ts';
import { type EntryFormat, type Place, UnusualConfig } from './entry-format.ts';
import { jsonEntry, removeEmpty } from './json-entry.ts';
import { tomlEntry } from './toml-entry.ts';

const formatOf = ({ format }: Client): EntryFormat => (format === 'toml' ? tomlEntry : jsonEntry);
const placeIn = ({ servers }: Client): Place => ({ servers, name: SERVER_NAME });

/** Our entry in the text of a client's file; undefined where there is none. Throws `UnreadableConfig`. */
export function entryIn(client: Client, text: string): unknown {
  return serversIn(client, formatOf(client).data(text))[SERVER_NAME];
}

/** Whether the file has a place for servers, ours or others. */
export const hasServers = (client: Client, text: string): boolean =>
  client.servers in formatOf(client).data(text);

/**
 * The text with our entry in it. The same text where it is there already. Throws `UnreadableConfig` or `UnusualConfig`,
 * with a reason, where that cannot be done without touching what is not ours.
 */
export function withEntry(client: Client, text: string, entry: ServerEntry): string {
  const format = formatOf(client);
  const before = format.data(text);
  const after = format.put(text, placeIn(client), entry);
  const written = readBack(format, after);
  const ours = serversIn(client, written)[SERVER_NAME];
  const isThere =
    isRecord(ours) && Object.entries(entry).every(([key, value]) => isDeepStrictEqual(ours[key], value));
  if (isThere && isDeepStrictEqual(foreign(client, before), foreign(client, written))) return after;
  throw new UnusualConfig(`"${client.servers}" is written in a way that cannot be added to safely.`);
}

/** The text without our entry; with `made`, also without a place for servers that is empty now. */
export function withoutEntry(client: Client, text: string, made = false): string {
  const format = formatOf(client);
  const before = format.data(text);
  const removed = format.remove(text, placeIn(client));
  const after = made && client.format === 'json' ? removeEmpty(removed, client.servers) : removed;
  const written = readBack(format, after);
  const isGone = serversIn(client, written)[SERVER_NAME] === undefined;
  if (isGone && isDeepStrictEqual(foreign(client, before), foreign(client, written))) return after;
  throw new UnusualConfig('Our entry is written in a way that cannot be taken out safely.');
}

/** Our entry alone, for a user to paste. */
export const entryBlock = (client: Client, entry: ServerEntry): string =>
  formatOf(client).block(placeIn(client), entry);

/** What we wrote must be readable; where it is not, the file was written in a way that we did not expect. */
function readBack(format: EntryFormat, text: string): Record<string, unknown> {
  try {
    return format.data(text);
  } catch {
    throw new UnusualConfig('It is written in a way that cannot be changed safely.');
  }
}

function serversIn({ servers }: Client, data: Record<string, unknown>): Record<string, unknown> {
  const found = data[servers];
  return isRecord(found) ? found : {};
}

/** All that is not ours. */
function foreign(client: Client, data: Record<string, unknown>): Record<string, unknown> {
  const { [SERVER_NAME]: _, ...others } = serversIn(client, data);
  return { ...data, [client.servers]: others };
}
