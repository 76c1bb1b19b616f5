import type { FailureData } from '../notebook/failure.ts';

export type RequestId = string | number;

/** The part of a JSON-RPC message that routing looks at. */
export type Frame =
  | { kind: 'request'; id: RequestId; method: string; params: unknown }
  | { kind: 'notification'; method: string; params: unknown }
  | { kind: 'response'; id: RequestId }
  | { kind: 'malformed'; code: number; message: string };

const malformed = (code: number, message: string): Frame => ({ kind: 'malformed', code, message });

/** Reads one text frame: one message, no batches. Never throws. */
export function readFrame(text: string): Frame {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return malformed(-32700, 'Parse error: the frame is not JSON.');
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return malformed(-32600, 'Invalid request: one JSON-RPC 2.0 object per frame, no batches.');
  }
  if (!('jsonrpc' in message) || message.jsonrpc !== '2.0') {
    return malformed(-32600, 'Invalid request: "jsonrpc" must be "2.0".');
  }
  const id = 'id' in message ? message.id : undefined;
  const params = 'params' in message ? message.params : undefined;
  const hasId = typeof id === 'string' || typeof id === 'number';
  if ('method' in message && typeof message.method === 'string') {
    return hasId
      ? { kind: 'request', id, method: message.method, params }
      : { kind: 'notification', method: message.method, params };
  }
  if (hasId && ('result' in message || 'error' in message)) return { kind: 'response', id };
  return malformed(-32600, 'Invalid request: neither a request, a notification nor a response.');
}

export function resultFrame(id: RequestId, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function notificationFrame(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function errorFrame(id: RequestId | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

/** The result of a tool call that failed, in the one form agents get. */
export function failureResult({ kind, message, next }: FailureData) {
  return {
    isError: true,
    content: [{ type: 'text' as const, text: `${kind}: ${message} ${next}` }],
    structuredContent: { error: { kind, message, next } },
  };
}

/** Ends a request that nobody will answer any more: a tool call as a failed call, anything else as an error. */
export function failureFrame(request: { id: RequestId; method: string }, failure: FailureData): string {
  return request.method === 'tools/call'
    ? resultFrame(request.id, failureResult(failure))
    : errorFrame(request.id, -32000, `${failure.kind}: ${failure.message} ${failure.next}`);
}
