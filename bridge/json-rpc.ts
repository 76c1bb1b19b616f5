import type { JSONRPCMessage } from '@modelcontextprotocol/server';

export type { JSONRPCMessage };

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Looks at the envelope only. What is inside has been or will be checked by the two ends,
 * and results of megabytes pass through here on every call.
 */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return false;
  const { id, method, params, result, error } = value;
  const hasId = typeof id === 'string' || typeof id === 'number';
  if (method !== undefined) {
    if (typeof method !== 'string' || (params !== undefined && !isRecord(params))) return false;
    return hasId || id === undefined;
  }
  if (isRecord(error)) return typeof error.code === 'number' && typeof error.message === 'string';
  return hasId && isRecord(result);
}

/** The message in a frame or line, or null when it is not JSON-RPC. */
export function parseMessage(text: string): JSONRPCMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : null;
  } catch {
    return null;
  }
}
