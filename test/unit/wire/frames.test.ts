import { describe, expect, it } from 'vitest';
import {
  errorFrame,
  failureFrame,
  failureResult,
  notificationFrame,
  resultFrame,
  toFrame,
} from '../../../src/wire/frames.ts';
import { fitsFrame, MAX_FRAME_BYTES, utf8Length } from '../../../src/wire/limits.ts';

describe('a frame', () => {
  it.each([
    ['half of a pair, alone', '\ud83d', '\ufffd'],
    ['the other half', 'a\ude00b', 'a\ufffdb'],
    ['the halves in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
    ['half of a pair behind a backslash', '\\\ud83d', '\\\ufffd'],
    ['a pair', '😀', '😀'],
    ['the way to write half of a pair, as a text', '\\ud83d "\\\\ud83d"', '\\ud83d "\\\\ud83d"'],
    ['what ends lines and texts elsewhere', '\u2028\u2029\0', '\u2028\u2029\0'],
  ])('holds no half characters, and nothing else is changed: %s', (_name, sent, received) => {
    const frame = toFrame({ [sent]: [sent], other: '\n"\\' });
    expect(frame).not.toMatch(/[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])/);
    expect(JSON.parse(frame)).toEqual({ [received]: [received], other: '\n"\\' });
  });

  it('is measured in bytes', () => {
    expect(utf8Length('aü€😀')).toBe(10);
    expect(fitsFrame('x'.repeat(MAX_FRAME_BYTES))).toBe(true);
    expect(fitsFrame('x'.repeat(MAX_FRAME_BYTES + 1))).toBe(false);
    expect(fitsFrame('€'.repeat(Math.floor(MAX_FRAME_BYTES / 3)))).toBe(true);
    expect(fitsFrame('€'.repeat(Math.floor(MAX_FRAME_BYTES / 3) + 1))).toBe(false);
  });
});

describe('a frame that is written', () => {
  it('is JSON-RPC', () => {
    expect(JSON.parse(resultFrame('a', { b: 1 }))).toEqual({ jsonrpc: '2.0', id: 'a', result: { b: 1 } });
    expect(JSON.parse(notificationFrame('n', { b: 1 }))).toEqual({
      jsonrpc: '2.0',
      method: 'n',
      params: { b: 1 },
    });
    expect(JSON.parse(errorFrame(null, -32600, 'why'))).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: 'why' },
    });
  });

  const failure = { kind: 'lost', message: 'It is gone.', next: 'Look.' } as const;

  it('tells the failure of a tool call as text and as data', () => {
    expect(failureResult(failure)).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'lost: It is gone. Look.' }],
      structuredContent: { error: failure },
    });
  });

  it('ends a tool call as a failed call, and any other request as an error', () => {
    expect(JSON.parse(failureFrame({ id: 1, method: 'tools/call' }, failure))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: failureResult(failure),
    });
    expect(JSON.parse(failureFrame({ id: 2, method: 'tools/list' }, failure))).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32000, message: 'lost: It is gone. Look.' },
    });
  });
});
