import { utf8Length } from '../wire/limits.ts';

/**
 * What a value weighs in a tool's result, in bytes, at most: it is sent once as structuredContent and once
 * more as text, where its JSON is a string whose quotes and backslashes are escaped, which can double it.
 */
export function resultWeight(value: unknown): number {
  return 3 * utf8Length(JSON.stringify(value));
}
