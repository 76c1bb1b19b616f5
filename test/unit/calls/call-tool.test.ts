import { beforeEach, describe, expect, it } from 'vitest';
import { callTool, toolNamed } from '../../../src/calls/call-tool.ts';
import { Journal } from '../../../src/journal/journal.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { ALLOW_ALL, denying } from '../../../src/policy/policy.ts';
import type { CallContext, Tool, ToolResult } from '../../../src/tools/tool.ts';
import { defineTool, z } from '../../../src/tools/tool.ts';

const PAUSED: Policy = { ...ALLOW_ALL, paused: true };

describe('a call of a tool', () => {
  let journal: Journal;
  /** What the tool was run with. */
  let runs: Array<[unknown, CallContext]>;
  let result: () => Promise<ToolResult>;
  const context: CallContext = { signal: new AbortController().signal, progress: () => {} };

  beforeEach(() => {
    journal = new Journal();
    runs = [];
    result = async () => ({ data: { done: true } });
  });

  const tool = defineTool({
    ...({ name: 'mark', title: 'T', group: 'notebook', effect: 'edits', description: 'D' } as const),
    input: z.strictObject({ cellId: z.string().optional(), times: z.int().default(1) }),
    output: z.object({}),
    run: (args, given: CallContext) => {
      runs.push([args, given]);
      return result();
    },
  });
  const call = (args?: unknown, policy: Policy = ALLOW_ALL) =>
    callTool(tool, args, context, { policy, journal });
  const failed = (kind: string, message: string, next: string) => ({
    isError: true,
    content: [{ type: 'text', text: `${kind}: ${message} ${next}` }],
    structuredContent: { error: { kind, message, next } },
  });

  it('is run once, with its checked arguments and its context', async () => {
    expect(await call({ cellId: 'a' })).toEqual({
      content: [{ type: 'text', text: '{"done":true}' }],
      structuredContent: { done: true },
    });
    expect(runs).toEqual([[{ cellId: 'a', times: 1 }, context]]);
    expect(runs[0]?.[1]).toBe(context);
  });

  it('gives pictures and where the originals are, after the text', async () => {
    result = async () => ({
      data: { done: true },
      images: [
        { mimeType: 'image/png', base64: 'iVBO' },
        { mimeType: 'image/jpeg', base64: '/9j/' },
      ],
      links: [{ uri: 'cellwire://nb/x', name: 'original', mimeType: 'image/png' }],
    });
    expect(await call()).toEqual({
      content: [
        { type: 'text', text: '{"done":true}' },
        { type: 'image', mimeType: 'image/png', data: 'iVBO' },
        { type: 'image', mimeType: 'image/jpeg', data: '/9j/' },
        { type: 'resource_link', uri: 'cellwire://nb/x', name: 'original', mimeType: 'image/png' },
      ],
      structuredContent: { done: true },
    });
  });

  it.each([
    [{ cellId: 'a', times: 2 }, 'a'],
    [{}, null],
    [undefined, null],
  ])('is written down with the cell that it names: %j', async (args, subject) => {
    await call(args);
    expect(journal.entries).toMatchObject([{ name: 'mark', effect: 'edits', subject, outcome: 'ok' }]);
  });

  it.each([{ cellId: 7 }, ['a'], 'a', null])(
    'names no cell in arguments that are not a tool’s: %j',
    async (args) => {
      const anything: Tool<CallContext> = { ...tool, prepare: () => async () => ({ data: {} }) };
      await callTool(anything, args, context, { policy: ALLOW_ALL, journal });
      expect(journal.entries).toMatchObject([{ subject: null }]);
    },
  );

  it('with arguments that do not fit ends at once: nothing was asked for, so nothing is written down', async () => {
    const refusal = failed(
      'invalid_input',
      'Invalid arguments for mark: times: Invalid input: expected int, received number.',
      'Nothing was done. mark takes: cellId, times.',
    );
    // Who is paused learns of the mistake as well.
    for (const policy of [ALLOW_ALL, PAUSED]) expect(await call({ times: 1.5 }, policy)).toEqual(refusal);
    expect(runs).toEqual([]);
    expect(journal.entries).toEqual([]);
  });

  it('that the user does not allow is written down, and not done', async () => {
    expect(await call({}, PAUSED)).toMatchObject({ structuredContent: { error: { kind: 'paused' } } });
    expect(await call({}, denying('edit'))).toMatchObject({
      isError: true,
      structuredContent: { error: { kind: 'denied' } },
    });
    expect(runs).toEqual([]);
    expect(journal.entries.map(({ outcome }) => outcome)).toEqual(['paused', 'denied']);
  });

  it.each([
    [
      new Failure('conflict', 'It was changed.', 'Read it again.'),
      'conflict',
      'It was changed.',
      'Read it again.',
    ],
    [new Error('Oh.'), 'internal', 'Oh.', 'Try again; if it happens twice, please report it.'],
  ])('that fails is a result that says what to do next: %s', async (thrown, kind, message, next) => {
    result = () => Promise.reject(thrown);
    expect(await call()).toEqual(failed(kind, message, next));
    expect(journal.entries.map(({ outcome }) => outcome)).toEqual([kind]);
  });

  it('whose result cannot be told counts as failed', async () => {
    result = async () => ({ data: { size: 1n } });
    expect(await call()).toMatchObject({ isError: true });
    expect(journal.entries.map(({ outcome }) => outcome)).toEqual(['internal']);
  });

  describe('by name', () => {
    const other = { ...tool, name: 'wipe' };

    it('finds the tool of exactly that name', () => {
      expect(toolNamed('wipe', [tool, other])).toBe(other);
    });

    it.each(['mar', 'marks', 'Mark', ''])('names those that exist when there is no "%s"', (name) => {
      expect(() => toolNamed(name, [tool, other])).toThrow(
        new Failure('invalid_input', `There is no tool "${name}".`, 'The tools are: mark, wipe.'),
      );
      expect(() => toolNamed(name, [tool, other])).toThrow(
        expect.objectContaining({ kind: 'invalid_input', next: 'The tools are: mark, wipe.' }),
      );
    });
  });
});
