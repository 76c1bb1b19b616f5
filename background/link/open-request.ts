import type { ReadMessage, RequestId } from '../../src/wire/json-rpc.ts';
import { readMessage } from '../../src/wire/json-rpc.ts';
import { nameOf } from './refusal.ts';

/** A request that has no answer yet. */
export interface OpenRequest {
  id: RequestId;
  method: string;
  /** Of the tool, where it is a call of one. */
  name: string;
  /** Asked again of the next session if this one goes: kept for everything but tool calls, which may have had effects. */
  text: string | null;
}

type Request = Extract<ReadMessage, { kind: 'request' }>;

export function openRequest({ id, method, params }: Request, text: string): OpenRequest {
  return { id, method, name: nameOf(method, params), text: method === 'tools/call' ? null : text };
}

/** The request in a frame; null when it is none. */
export function askedOf(text: string): Request | null {
  const frame = readMessage(text);
  return frame.kind === 'request' ? frame : null;
}
