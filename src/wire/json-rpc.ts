import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isRecord } from './json.ts';

export type RequestId = string | number;

type Params = Record<string, unknown> | undefined;

/** A text that was to be one JSON-RPC message. */
export type ReadMessage =
  | { kind: 'request'; id: RequestId; method: string; params: Params; message: JSONRPCMessage }
  | { kind: 'notification'; method: string; params: Params; message: JSONRPCMessage }
  | { kind: 'response'; id: RequestId | undefined; message: JSONRPCMessage }
  | Malformed;

/** What is none; somebody may still wait for what it was about. */
export interface Malformed {
  kind: 'malformed';
  code: number;
  reason: string;
  /** Null when it cannot be read. */
  id: RequestId | null;
  /** Whether it means to ask for something, or to answer. */
  asks: boolean;
  answers: boolean;
}

const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const INTERNAL_ERROR = -32603;

/**
 * Reads one message; no batches. Never throws. Looks at the envelope only: what is inside has been or will be checked
 * by the two ends, and results of megabytes pass through here on every call.
 */
export function readMessage(text: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed({}, 'Parse error: the frame is not JSON.', PARSE_ERROR);
  }
  if (!isRecord(value)) {
    return malformed({}, 'Invalid request: one JSON-RPC 2.0 object per frame, no batches.');
  }
  if (value.jsonrpc !== '2.0') return malformed(value, 'Invalid request: "jsonrpc" must be "2.0".');
  return isMessage(value)
    ? wellFormed(value)
    : malformed(value, 'Invalid request: neither a request, a notification nor a response.');
}

/** What an answer gives; null when it is an error, or no answer at all. */
export function resultIn(text: string): Record<string, unknown> | null {
  const read = readMessage(text);
  return read.kind === 'response' && 'result' in read.message ? read.message.result : null;
}

function wellFormed(message: JSONRPCMessage): ReadMessage {
  if (!('method' in message)) return { kind: 'response', id: message.id, message };
  const { method, params } = message;
  return 'id' in message
    ? { kind: 'request', id: message.id, method, params, message }
    : { kind: 'notification', method, params, message };
}

function isMessage(value: Record<string, unknown>): value is JSONRPCMessage & Record<string, unknown> {
  const { id, method, params, result, error } = value;
  if (method !== undefined) {
    if (typeof method !== 'string' || !areParams(params)) return false;
    // Whoever is to answer leaves one with more in it unanswered.
    if (!Object.keys(value).every((name) => ASKING.includes(name))) return false;
    return isId(id) || id === undefined;
  }
  if (isRecord(error)) return typeof error.code === 'number' && typeof error.message === 'string';
  return isId(id) && isRecord(result);
}

/** The members of a request or a notification. */
const ASKING = ['jsonrpc', 'id', 'method', 'params'];

function areParams(params: unknown): boolean {
  if (params === undefined) return true;
  if (!isRecord(params)) return false;
  const { _meta: meta = {} } = params;
  return isRecord(meta) && (meta.progressToken === undefined || isId(meta.progressToken));
}

/** What every reader of MCP takes for one. */
const isId = (value: unknown): value is RequestId => typeof value === 'string' || Number.isSafeInteger(value);

/** What somebody may wait for all the same, and JSON can say. */
const isReadable = (id: unknown): id is RequestId => typeof id === 'string' || Number.isFinite(id);

function malformed(value: Record<string, unknown>, reason: string, code = INVALID_REQUEST): Malformed {
  const { id, method, result, error } = value;
  const asks = method !== undefined;
  const answers = !asks && (result !== undefined || error !== undefined);
  return { kind: 'malformed', code, reason, id: isReadable(id) ? id : null, asks, answers };
}
