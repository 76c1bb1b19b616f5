import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isRecord } from '../src/wire/json.ts';

export type { JSONRPCMessage };

/** What was to be a message and is none; somebody may still wait for what it was about. */
export class Malformed {
  /** Null when it cannot be read. */
  readonly id: string | number | null;
  /** Whether it means to ask for something, or to answer. */
  readonly asks: boolean;
  readonly answers: boolean;

  constructor(value: unknown) {
    const { id, method, result, error } = isRecord(value) ? value : {};
    this.id = isId(id) ? id : null;
    this.asks = method !== undefined;
    this.answers = !this.asks && (result !== undefined || error !== undefined);
  }
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * Looks at the envelope only. What is inside has been or will be checked by the two ends,
 * and results of megabytes pass through here on every call.
 */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return false;
  const { id, method, params, result, error } = value;
  if (method !== undefined) {
    if (typeof method !== 'string' || (params !== undefined && !isRecord(params))) return false;
    return isId(id) || id === undefined;
  }
  if (isRecord(error)) return typeof error.code === 'number' && typeof error.message === 'string';
  return isId(id) && isRecord(result);
}

/** The message in a frame or line. */
export function parseMessage(text: string): JSONRPCMessage | Malformed {
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : new Malformed(value);
  } catch {
    return new Malformed(undefined);
  }
}
