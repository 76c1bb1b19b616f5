import { utf8Length } from '../wire/limits.ts';

/**
 * What a value weighs in a tool's result, in bytes: it is sent once as structuredContent
 * and once more as text, where its JSON is a string and every quote and line end is escaped.
 */
export function resultWeight(value: unknown): number {
  const json = JSON.stringify(value);
  return utf8Length(json) + utf8Length(JSON.stringify(json));
}
