import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { isRecord } from '../../../src/wire/json.ts';
import type { ServerEntry } from './client.ts';
import {
  ADDRESS_KEYS,
  type EntryFormat,
  type Place,
  positionIn,
  UnreadableConfig,
  UnusualConfig,
} from './entry-format.ts';
import { addMember, removeMember, replaceValue } from './json-object.ts';

const MARK = '\uFEFF';
const OPTIONS = { allowTrailingComma: true };

/** Notepad begins its files with a mark, which is no JSON, but is kept. */
function apart(text: string): [mark: string, rest: string] {
  return text.startsWith(MARK) ? [MARK, text.slice(1)] : ['', text];
}

function data(whole: string): Record<string, unknown> {
  const [, text] = apart(whole);
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, OPTIONS);
  const [error] = errors;
  if (error) {
    const what = printParseErrorCode(error.error)
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase();
    throw new UnreadableConfig(`It is not valid JSON: ${what} at ${positionIn(text, error.offset)}.`);
  }
  if (!isRecord(value)) throw new UnreadableConfig('It is valid JSON, but no object in { }.');
  return value;
}

function put(whole: string, place: Place, entry: ServerEntry): string {
  const [mark, text] = apart(whole);
  if (text.trim() === '') return mark + block(place, entry);
  return mark + putInto(text, place, entry);
}

function putInto(text: string, place: Place, entry: ServerEntry): string {
  const servers = nodeAt(text, [place.servers]);
  if (!servers) return addMember(text, root(text), place.servers, { [place.name]: entry });
  if (servers.type !== 'object') throw new UnusualConfig(`"${place.servers}" is not an object in { }.`);
  const known = nodeAt(text, [place.servers, place.name]);
  if (!known) return addMember(text, servers, place.name, entry);
  const current: unknown = parse(text.slice(known.offset, known.offset + known.length), [], OPTIONS);
  if (!isRecord(current) || ADDRESS_KEYS.some((key) => key in current))
    return replaceValue(text, known, entry);
  // What the user added to our entry (env, trust …) stays.
  return Object.entries(entry).reduce((changed, [key, value]) => {
    if (isDeepStrictEqual(current[key], value)) return changed;
    const path = [place.servers, place.name];
    const old = nodeAt(changed, [...path, key]);
    const object = nodeAt(changed, path);
    if (old) return replaceValue(changed, old, value);
    return object ? addMember(changed, object, key, value) : changed;
  }, text);
}

function remove(whole: string, place: Place): string {
  const [mark, text] = apart(whole);
  const member = nodeAt(text, [place.servers, place.name])?.parent;
  return member ? mark + removeMember(text, member) : whole;
}

/** Servers that are none stay out of sight: a member that setup made, and that is empty again. */
export function removeEmpty(whole: string, servers: string): string {
  const [mark, text] = apart(whole);
  const node = nodeAt(text, [servers]);
  if (!node?.parent || node.type !== 'object' || node.children?.length) return whole;
  return mark + removeMember(text, node.parent);
}

function block(place: Place, entry: ServerEntry): string {
  return `${JSON.stringify({ [place.servers]: { [place.name]: entry } }, null, 2)}\n`;
}

function root(text: string): Node {
  const node = parseTree(text, [], OPTIONS);
  if (!node) throw new UnreadableConfig('It is empty.');
  return node;
}

/** A name that is there twice is read differently by different programs: nothing to be changed by ourselves. */
function nodeAt(text: string, path: string[]): Node | undefined {
  if (text.trim() === '') return undefined;
  const top = root(text);
  const parent = path.length > 1 ? findNodeAtLocation(top, path.slice(0, -1)) : top;
  const same = parent?.children?.filter(({ children }) => children?.[0]?.value === path.at(-1)) ?? [];
  if (same.length > 1) throw new UnusualConfig(`"${path.at(-1)}" is there ${same.length} times.`);
  return findNodeAtLocation(top, path);
}

export const jsonEntry: EntryFormat = { data, put, remove, block };
