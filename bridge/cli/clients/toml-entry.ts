import { isDeepStrictEqual } from 'node:util';
import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import { isRecord } from '../../../src/wire/json.ts';
import type { ServerEntry } from './client.ts';
import {
  ADDRESS_KEYS,
  type EntryFormat,
  lineEndOf,
  type Place,
  positionIn,
  UnreadableConfig,
  UnusualConfig,
} from './entry-format.ts';

function tree(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const what = error.message.replace(/\.$/, '');
    throw new UnreadableConfig(`It is not valid TOML: ${what}, at ${positionIn(text, error.index)}.`);
  }
}

function data(text: string): Record<string, unknown> {
  const value: unknown = getStaticTOMLValue(tree(text));
  return isRecord(value) ? value : {};
}

function put(text: string, place: Place, entry: ServerEntry): string {
  const servers = data(text)[place.servers];
  const known = isRecord(servers) ? servers[place.name] : undefined;
  if (known === undefined) return append(text, block(place, entry));
  const table = ownTable(text, place);
  if (!table || !isRecord(known)) {
    throw new UnusualConfig(`${place.name} is there, but not as a table [${place.servers}.${place.name}].`);
  }
  const stale = ADDRESS_KEYS.filter((key) => key in known);
  const changed = stale.reduce((shorter, key) => withoutKey(shorter, place, key), text);
  return Object.entries(entry).reduce(
    (longer, [key, value]) =>
      isDeepStrictEqual(known[key], value) ? longer : withKey(longer, place, key, value),
    changed,
  );
}

function withKey(text: string, place: Place, key: string, value: unknown): string {
  const table = ownTable(text, place);
  const old = table && keyIn(table, key);
  if (old) return text.slice(0, old.value.range[0]) + valueText(value) + text.slice(old.value.range[1]);
  const end = lineEndOf(text);
  const at = lineEndAfter(text, table?.key.range[1] ?? text.length);
  return `${text.slice(0, at)}${end}${key} = ${valueText(value)}${text.slice(at)}`;
}

function withoutKey(text: string, place: Place, key: string): string {
  const table = ownTable(text, place);
  const old = table && keyIn(table, key);
  return old ? withoutLines(text, old.range) : text;
}

/** Our table and those below it go; comments and lines around them stay. */
function remove(text: string, place: Place): string {
  const path = [place.servers, place.name];
  const own = tree(text)
    .body[0].body.filter((node) => node.type === 'TOMLTable')
    .filter(({ resolvedKey }) => isDeepStrictEqual(resolvedKey.slice(0, 2), path))
    .reverse();
  const shorter = own.reduce((rest, { key, body }) => {
    const end = body.at(-1)?.range[1] ?? key.range[1];
    return withoutBlankBefore(withoutLines(rest, [key.range[0], end]), lineStart(rest, key.range[0]));
  }, text);
  const servers = data(shorter)[place.servers];
  if (isRecord(servers) && place.name in servers) {
    throw new UnusualConfig(`${place.name} is there, but not as a table [${path.join('.')}].`);
  }
  return shorter;
}

function block(place: Place, entry: ServerEntry): string {
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${valueText(value)}\n`);
  return `[${place.servers}.${place.name}]\n${lines.join('')}`;
}

function append(text: string, added: string): string {
  const end = lineEndOf(text);
  const before = text === '' || /\n$/.test(text) ? text : text + end;
  const gap = before === '' || /\n\r?\n$/.test(before) ? '' : end;
  return before + gap + added.replaceAll('\n', end);
}

function ownTable(text: string, place: Place): AST.TOMLTable | undefined {
  return tree(text)
    .body[0].body.filter((node) => node.type === 'TOMLTable')
    .find(
      ({ kind, resolvedKey }) =>
        kind === 'standard' && isDeepStrictEqual(resolvedKey, [place.servers, place.name]),
    );
}

function keyIn(table: AST.TOMLTable, name: string): AST.TOMLKeyValue | undefined {
  return table.body.find(({ key: { keys } }) => {
    const [only, ...more] = keys;
    return more.length === 0 && (only?.type === 'TOMLBare' ? only.name : only?.value) === name;
  });
}

/** TOML's basic strings escape as JSON's do, but for one character. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Where the line ends, without its line break. */
function lineEndAfter(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at < 0) return text.length;
  return text[at - 1] === '\r' ? at - 1 : at;
}

function withoutLines(text: string, [from, to]: readonly [number, number]): string {
  const next = text.indexOf('\n', to);
  return text.slice(0, lineStart(text, from)) + (next < 0 ? '' : text.slice(next + 1));
}

/** The empty line that set our table apart, where nothing follows that it would set apart now. */
function withoutBlankBefore(text: string, at: number): string {
  const rest = text.slice(at);
  if (rest !== '' && !/^\r?\n/.test(rest)) return text;
  return text.slice(0, at).replace(/(^|\n)\r?\n$/, '$1') + rest;
}

export const tomlEntry: EntryFormat = { data, put, remove, block };
