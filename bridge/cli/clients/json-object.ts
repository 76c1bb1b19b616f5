import { createScanner, type Node } from 'jsonc-parser';
import { lineEndOf } from './entry-format.ts';

/** Puts a member at the end of an object: after comments that belong to what stands there, and as far in as that. */
export function addMember(text: string, object: Node, key: string, value: unknown): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const begin = last ? last.offset + last.length : object.offset + 1;
  const { comma, lineBreak, lastComment } = between(text, begin, close);
  const behind = comma ?? begin;
  if (last && lineBreak === undefined) {
    const member = ` ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return cut(text, behind, behind, comma === undefined ? `,${member}` : `${member},`);
  }
  const outer = indentAt(text, object.offset);
  const inner = last && beginsLine(text, last.offset) ? indentAt(text, last.offset) : outer + unitOf(text);
  const end = lineEndOf(text);
  const member = `${end}${inner}${JSON.stringify(key)}: ${valueText(value, inner, text)}`;
  if (!last) {
    const at = lastComment ?? begin;
    return cut(text, at, at, /\n/.test(text.slice(at, close)) ? member : `${member}${end}${outer}`);
  }
  const at = lineBreak ?? behind;
  const added = cut(text, at, at, comma === undefined ? member : `${member},`);
  return comma === undefined ? cut(added, begin, begin, ',') : added;
}

export function replaceValue(text: string, { offset, length }: Node, value: unknown): string {
  return cut(text, offset, offset + length, valueText(value, indentAt(text, offset), text));
}

/** Takes a member away together with its line and its comma. Comments around it stay. */
export function removeMember(text: string, member: Node): string {
  const siblings = member.parent?.children ?? [];
  const index = siblings.indexOf(member);
  const before = siblings[index - 1];
  const end = member.offset + member.length;
  const close = (member.parent?.offset ?? 0) + (member.parent?.length ?? 0) - 1;
  const start = beginsLine(text, member.offset)
    ? lineBreakBefore(text, member.offset)
    : member.offset - (/[ \t]$/.test(text.slice(0, member.offset)) ? 1 : 0);
  const own = between(text, end, siblings[index + 1]?.offset ?? close).comma;
  const shorter = cut(text, start, own ?? end, '');
  // The last one leaves the comma before it without a purpose, unless its own has gone in its place.
  if (own !== undefined || !before) return shorter;
  const comma = between(text, before.offset + before.length, member.offset).comma;
  return comma === undefined ? shorter : cut(shorter, comma - 1, comma, '');
}

interface Between {
  /** Where the comma ends. */
  comma?: number;
  /** Where the first line ends, after comments that stand on it. */
  lineBreak?: number;
  /** Where the last comment ends. */
  lastComment?: number;
}

/** What stands between two members, or between the last one and the end. */
function between(text: string, from: number, to: number): Between {
  const scanner = createScanner(text.slice(0, to), false);
  scanner.setPosition(from);
  const found: Between = {};
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const token = text.slice(start, end);
    if (token === ',') found.comma ??= end;
    else if (/^[\r\n]/.test(token)) found.lineBreak ??= start;
    else if (token.startsWith('/')) found.lastComment = end;
  }
  return found;
}

function valueText(value: unknown, indent: string, text: string): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${lineEndOf(text)}${indent}`);
}

/** What the file indents with: that of its first line that is further in. */
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

const beginsLine = (text: string, offset: number): boolean =>
  offset > 0 && lineStart(text, offset) > 0 && /^[ \t]*$/.test(text.slice(lineStart(text, offset), offset));

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';

function lineBreakBefore(text: string, offset: number): number {
  const start = lineStart(text, offset) - 1;
  return text[start - 1] === '\r' ? start - 1 : start;
}

const cut = (text: string, from: number, to: number, instead: string): string =>
  text.slice(0, from) + instead + text.slice(to);
