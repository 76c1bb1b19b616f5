import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../src/wire/json-rpc.ts';

const NEITHER = 'Invalid request: neither a request, a notification nor a response.';
const ONE_OBJECT = 'Invalid request: one JSON-RPC 2.0 object per frame, no batches.';
const VERSION = 'Invalid request: "jsonrpc" must be "2.0".';
const NOTHING = { id: null, asks: false, answers: false };

describe('a message', () => {
  it.each([
    [
      { id: 1, method: 'ping', params: { a: 1 } },
      { kind: 'request', id: 1, method: 'ping', params: { a: 1 } },
    ],
    [
      { id: 'a', method: 'ping' },
      { kind: 'request', id: 'a', method: 'ping', params: undefined },
    ],
    [
      { id: 0, method: 'x' },
      { kind: 'request', id: 0, method: 'x', params: undefined },
    ],
    [
      { method: 'notifications/initialized', params: {} },
      { kind: 'notification', method: 'notifications/initialized', params: {} },
    ],
    [
      { id: 'a', result: {} },
      { kind: 'response', id: 'a' },
    ],
    [
      { id: 7, error: { code: 1, message: 'why' } },
      { kind: 'response', id: 7 },
    ],
    [{ error: { code: 1, message: 'why' } }, { kind: 'response', id: undefined }],
  ])('%j', (words, read) => {
    const message = { jsonrpc: '2.0', ...words };
    expect(readMessage(JSON.stringify(message))).toEqual({ ...read, message });
  });

  it.each([
    ['{"id":7}', { ...NOTHING, id: 7 }],
    ['{"result":{}}', { ...NOTHING, answers: true }],
    ['{"id":7,"result":[]}', { ...NOTHING, id: 7, answers: true }],
    ['{"id":7,"result":null}', { ...NOTHING, id: 7, answers: true }],
    ['{"id":7,"error":"sorry"}', { ...NOTHING, id: 7, answers: true }],
    ['{"id":7,"error":{"code":1}}', { ...NOTHING, id: 7, answers: true }],
    ['{"id":7,"error":{"message":"why"}}', { ...NOTHING, id: 7, answers: true }],
    ['{"id":7,"method":5}', { ...NOTHING, id: 7, asks: true }],
    ['{"id":7,"method":5,"result":{}}', { ...NOTHING, id: 7, asks: true }],
    ['{"id":7,"method":"x","params":[]}', { ...NOTHING, id: 7, asks: true }],
    ['{"method":"x","params":5}', { ...NOTHING, asks: true }],
    ['{"id":null,"method":"x"}', { ...NOTHING, asks: true }],
    ['{"id":{},"method":"x"}', { ...NOTHING, asks: true }],
  ])('is none of a kind, but what it is about is known: %s', (words, about) => {
    const text = words.replace('{', '{"jsonrpc":"2.0",');
    expect(readMessage(text)).toEqual({ kind: 'malformed', code: -32600, reason: NEITHER, ...about });
  });

  it.each([
    ['{"jsonrpc":"1.0","id":1,"method":"x"}', VERSION, { ...NOTHING, id: 1, asks: true }],
    ['{"id":1,"result":{}}', VERSION, { ...NOTHING, id: 1, answers: true }],
    ['[{"jsonrpc":"2.0","id":1,"method":"x"}]', ONE_OBJECT, NOTHING],
    ['null', ONE_OBJECT, NOTHING],
    ['7', ONE_OBJECT, NOTHING],
  ])('is not JSON-RPC: %s', (text, reason, about) => {
    expect(readMessage(text)).toEqual({ kind: 'malformed', code: -32600, reason, ...about });
  });

  it.each(['nonsense', '{"jsonrpc":', ''])('is not JSON: %j', (text) => {
    const reason = 'Parse error: the frame is not JSON.';
    expect(readMessage(text)).toEqual({ kind: 'malformed', code: -32700, reason, ...NOTHING });
  });
});
