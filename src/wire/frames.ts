import type { FailureData } from '../notebook/failure.ts';
import type { RequestId } from './json-rpc.ts';

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
export function failureResult({ kind, message, next }: FailureData, notices: readonly string[] = []) {
  const text = [`${kind}: ${message} ${next}`, ...notices.map((notice) => `Notice: ${notice}`)].join('\n');
  return {
    isError: true,
    content: [{ type: 'text' as const, text }],
    structuredContent: { error: { kind, message, next }, ...(notices.length === 0 ? {} : { notices }) },
  };
}

/** Ends a request that nobody will answer any more: a tool call as a failed call, anything else as an error. */
export function failureFrame(request: { id: RequestId; method: string }, failure: FailureData): string {
  return request.method === 'tools/call'
    ? resultFrame(request.id, failureResult(failure))
    : errorFrame(request.id, -32000, `${failure.kind}: ${failure.message} ${failure.next}`);
}
