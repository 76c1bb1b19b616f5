import type { FailureData } from '../notebook/failure.ts';
import type { RequestId } from './json-rpc.ts';

/** Half of a surrogate pair, as JSON writes it, or any other escape. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * A message as JSON that every reader takes. Half of a surrogate pair, which a text that was cut or made by code may
 * hold, is valid in JavaScript and refused by others, pydantic among them: the whole frame, and with it the answer.
 */
export function toFrame(message: unknown): string {
  const json = JSON.stringify(message);
  if (!json.includes('\\ud')) return json;
  return json.replace(ESCAPE, (written) => (written.length > 2 ? '\\ufffd' : written));
}

export function resultFrame(id: RequestId, result: unknown): string {
  return toFrame({ jsonrpc: '2.0', id, result });
}

export function notificationFrame(method: string, params: unknown): string {
  return toFrame({ jsonrpc: '2.0', method, params });
}

export function errorFrame(id: RequestId | null, code: number, message: string): string {
  return toFrame({ jsonrpc: '2.0', id, error: { code, message } });
}

/** A failure may quote what the agent sent, which can be a million characters; it must fit a frame, twice. */
const LONGEST_SENTENCE = 20_000;

const bounded = (sentence: string): string =>
  sentence.length > LONGEST_SENTENCE ? `${sentence.slice(0, LONGEST_SENTENCE)} …` : sentence;

/** The result of a tool call that failed, in the one form agents get. */
export function failureResult(failure: FailureData, notices: readonly string[] = []) {
  const { kind } = failure;
  const [message, next] = [bounded(failure.message), bounded(failure.next)];
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
