import { isRecord } from '../wire/json.ts';

/** The code that a call would run without a cell, as the user is asked about it; null when it would run none. */
export function codeOfCall(args: unknown): string | null {
  if (!isRecord(args)) return null;
  const { code, items, body } = args;
  if (typeof code === 'string') return code;
  return typeof items === 'string' && typeof body === 'string' ? loopOf(items, body) : null;
}

/** As a person would write it. */
export function loopOf(items: string, body: string): string {
  return `for index, item in enumerate(${items.trim()}):\n${body.replace(/^(?=.)/gm, '    ')}`;
}
