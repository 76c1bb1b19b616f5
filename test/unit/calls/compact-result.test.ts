import { describe, expect, it } from 'vitest';
import {
  COMPACT_RESULTS,
  takesCompactResults,
  withData,
  withText,
} from '../../../src/calls/compact-result.ts';

describe('results without their text', () => {
  it.each<[unknown, boolean]>([
    [{ experimental: { [COMPACT_RESULTS]: {} } }, true],
    [{ experimental: { other: {} } }, false],
    [{ experimental: [] }, false],
    [{ [COMPACT_RESULTS]: {} }, false],
    [{}, false],
    [undefined, false],
  ])('are for clients that offer it: %j', (capabilities, expected) => {
    expect(takesCompactResults(capabilities)).toBe(expected);
  });

  const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };

  it('get it back, before what else they have', () => {
    expect(withText({ content: [image], structuredContent: { a: [1, '"'] } })).toEqual({
      content: [{ type: 'text', text: '{"a":[1,"\\""]}' }, image],
      structuredContent: { a: [1, '"'] },
    });
    expect(withText({ content: [], structuredContent: {}, _meta: { x: 1 } })).toEqual({
      content: [{ type: 'text', text: '{}' }],
      structuredContent: {},
      _meta: { x: 1 },
    });
  });

  it.each([
    { content: [{ type: 'text', text: 'said already' }], structuredContent: { a: 1 } },
    { content: [image, { type: 'text', text: 'after a picture' }], structuredContent: { a: 1 } },
    { content: [image] },
    { content: [], structuredContent: null },
    { content: 'nonsense', structuredContent: { a: 1 } },
    { structuredContent: { a: 1 } },
  ])('are not taken for those that have it, or have no data: %j', (result) => {
    expect(withText(result)).toBe(result);
  });
});

describe('results without data, of tools that promise some', () => {
  const said = (text: string) => ({ content: [{ type: 'text', text }] });

  it.each<[string, object]>([
    ['{"newCellId":"a"}', { newCellId: 'a' }],
    ['[1]', {}],
    ['It went well.', {}],
    ['', {}],
  ])('get what their text says: %j', (text, structuredContent) => {
    expect(withData(said(text))).toEqual({ ...said(text), structuredContent });
  });

  it('get none where there is no text to read', () => {
    expect(withData({ content: [{ type: 'image' }] })).toMatchObject({ structuredContent: {} });
    expect(withData({})).toEqual({ structuredContent: {} });
  });

  it.each([
    { content: [], structuredContent: { a: 1 } },
    { ...said('{"a":1}'), isError: true },
  ])('are left alone where they have data, or failed: %j', (result) => {
    expect(withData(result)).toBe(result);
  });
});
