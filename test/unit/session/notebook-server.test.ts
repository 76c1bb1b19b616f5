import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import { ALLOW_ALL, denying } from '../../../src/policy/policy.ts';
import { prompts } from '../../../src/prompts/prompts.ts';
import { INSTRUCTIONS } from '../../../src/tools/instructions.ts';
import type { ToolContext } from '../../../src/tools/tool.ts';
import { memoryNotebook } from '../../support/memory-notebook.ts';
import { SessionRig } from './session-rig.ts';

/** The tools of these tests: what a real one does is tested with it. */
const called = vi.hoisted(() => ({ contexts: [] as ToolContext[] }));
vi.mock('../../../src/tools/catalogue.ts', async () => {
  const { defineTool, z } = await import('../../../src/tools/tool.ts');
  const card = {
    title: 'T',
    group: 'notebook',
    effect: 'reads',
    description: 'D',
    output: z.object({}),
  } as const;
  const show = defineTool({
    ...card,
    name: 'show',
    input: z.object({}),
    run: async (_args, context) => {
      called.contexts.push(context);
      context.progress('half');
      context.progress('whole');
      return {
        data: { shown: true },
        images: [{ mimeType: 'image/png', base64: 'iVBO' }],
        links: [{ uri: 'cellwire://nb/runs/run-nb-1/outputs/0', name: 'original', mimeType: 'image/png' }],
      };
    },
  });
  const fail = defineTool({
    ...card,
    name: 'fail',
    input: z.object({ foreseen: z.boolean() }),
    run: async ({ foreseen }) => {
      throw foreseen ? new Failure('conflict', 'It was changed.', 'Read it again.') : new Error('Oh.');
    },
  });
  const wait = defineTool({
    ...card,
    name: 'wait',
    input: z.object({}),
    run: (_args, context) => {
      called.contexts.push(context);
      return new Promise(() => {});
    },
  });
  return { tools: [show, fail, wait] };
});

const rig = (): SessionRig => new SessionRig(memoryNotebook([]));
const failed = (kind: string, message: string, next: string) => ({
  result: {
    isError: true,
    content: [{ type: 'text', text: `${kind}: ${message} ${next}` }],
    structuredContent: { error: { kind, message, next } },
  },
});

describe('the server of a tab', () => {
  it('says who it is and how to work with it', async () => {
    const { result } = await rig().ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(result).toEqual({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {} },
      serverInfo: { name: 'cellwire', title: 'Cellwire', version: '9' },
      instructions: INSTRUCTIONS,
    });
  });

  it('lists every tool', async () => {
    expect(await rig().ask('tools/list')).toMatchObject({
      result: { tools: [{ name: 'show' }, { name: 'fail' }, { name: 'wait' }] },
    });
  });

  it('has prompts, and says what one of them lacks', async () => {
    const listed = await rig().ask('prompts/list');
    expect(listed).toMatchObject({ result: { prompts: prompts.map(({ name }) => ({ name })) } });
    const filled = await rig().ask('prompts/get', { name: 'analyse_data', arguments: { data: 'a.csv' } });
    expect(JSON.stringify(filled)).toContain('in the Colab notebook: a.csv');
    expect(await rig().ask('prompts/get', { name: 'analyse_data' })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('needs data') },
    });
    expect(await rig().ask('prompts/get', { name: 'none' })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('debug_cell') },
    });
  });

  it('leaves the text to a client that writes it itself', async () => {
    const tab = rig();
    await tab.ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: { experimental: { 'cellwire/compact-results': {} } },
      clientInfo: { name: 'test', version: '1' },
    });
    const { result } = await tab.ask('tools/call', { name: 'show' });
    expect(result).toMatchObject({
      content: [{ type: 'image' }, { type: 'resource_link' }],
      structuredContent: { shown: true },
    });
    expect(await tab.ask('tools/call', { name: 'fail', arguments: { foreseen: true } })).toMatchObject(
      failed('conflict', 'It was changed.', 'Read it again.'),
    );
  });

  it('gives a result as text and as data, then pictures, then where the originals are', async () => {
    const answer = await rig().ask('tools/call', { name: 'show' });
    expect(answer.result).toEqual({
      content: [
        { type: 'text', text: '{"shown":true}' },
        { type: 'image', mimeType: 'image/png', data: 'iVBO' },
        {
          type: 'resource_link',
          uri: 'cellwire://nb/runs/run-nb-1/outputs/0',
          name: 'original',
          mimeType: 'image/png',
        },
      ],
      structuredContent: { shown: true },
    });
    expect(called.contexts.at(-1)).toMatchObject({ extensionVersion: '9', notebookId: 'nb' });
  });

  it.each([
    [{ foreseen: true }, failed('conflict', 'It was changed.', 'Read it again.')],
    [{ foreseen: false }, failed('internal', 'Oh.', 'Try again; if it happens twice, please report it.')],
    [
      {},
      failed(
        'invalid_input',
        'Invalid arguments for fail: foreseen: Invalid input: expected boolean, received undefined.',
        'Nothing was done. fail takes: foreseen.',
      ),
    ],
  ])('gives a failure in the agreed form: %j', async (args, expected) => {
    expect(await rig().ask('tools/call', { name: 'fail', arguments: args })).toMatchObject(expected);
  });

  it('says which tools there are to whoever asks for another', async () => {
    expect(await rig().ask('tools/call', { name: 'fly' })).toMatchObject(
      failed('invalid_input', 'There is no tool "fly".', 'The tools are: show, fail, wait.'),
    );
  });

  it('writes down every call of a tool that there is, and how it went', async () => {
    const tab = rig();
    await tab.ask('tools/call', { name: 'show', arguments: { cellId: 'a' } });
    await tab.ask('tools/call', { name: 'fail', arguments: { foreseen: true } });
    await tab.ask('tools/call', { name: 'fly' });
    await tab.ask('tools/list');
    expect(tab.open.journal.entries).toMatchObject([
      { number: 1, name: 'show', effect: 'reads', subject: 'a', outcome: 'ok' },
      { number: 2, name: 'fail', effect: 'reads', subject: null, outcome: 'conflict' },
    ]);
  });

  it('asks what the user allows with every call anew', async () => {
    const tab = rig();
    const before = called.contexts.length;
    tab.policy = { ...ALLOW_ALL, paused: true };
    expect(await tab.ask('tools/call', { name: 'show' })).toMatchObject({
      result: { isError: true, structuredContent: { error: { kind: 'paused' } } },
    });
    expect(called.contexts).toHaveLength(before);
    tab.policy = denying('edit', 'run');
    expect(await tab.ask('tools/call', { name: 'show' })).toMatchObject({
      result: { structuredContent: { shown: true } },
    });
    expect(tab.open.journal.entries.map(({ outcome }) => outcome)).toEqual(['paused', 'ok']);
  });

  it('tells how far a call is, step by step, to whoever asked to know', async () => {
    const tab = rig();
    tab.say({ id: 'x', method: 'tools/call', params: { name: 'show', _meta: { progressToken: 'p' } } });
    for (const [progress, message] of [
      [1, 'half'],
      [2, 'whole'],
    ]) {
      expect(await tab.notification()).toMatchObject({
        method: 'notifications/progress',
        params: { progressToken: 'p', progress, message },
      });
    }
    expect(await tab.frames.take()).toMatchObject({ answers: 'x' });
  });

  it('lets a tool know that its call was cancelled', async () => {
    const tab = rig();
    const before = called.contexts.length;
    tab.say({ id: 5, method: 'tools/call', params: { name: 'wait' } });
    await expect.poll(() => called.contexts.length).toBe(before + 1);
    expect(called.contexts.at(-1)?.signal.aborted).toBe(false);
    tab.say({ method: 'notifications/cancelled', params: { requestId: 5 } });
    await expect.poll(() => called.contexts.at(-1)?.signal.aborted).toBe(true);
  });
});

describe('its way to the link', () => {
  it('names what a frame answers, also when that is a refusal', async () => {
    const tab = rig();
    tab.say({ id: 'abc', method: 'no/such/method' });
    const { answers, text } = await tab.frames.take();
    expect(answers).toBe('abc');
    expect(JSON.parse(String(text))).toMatchObject({ id: 'abc', error: { code: -32_601 } });
  });

  it('refuses what is JSON-RPC but not MCP, where somebody waits for an answer', async () => {
    const tab = rig();
    tab.port.postMessage('{"jsonrpc":"2.0","method":"notifications/x","params":5}');
    tab.port.postMessage({ id: 1 });
    tab.port.postMessage('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":5}');
    expect(await tab.frames.take()).toEqual({
      answers: 1,
      text: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32_600, message: 'Invalid request: its params or id are not as MCP has them.' },
      }),
    });
  });

  it.each([
    ['the link lets it go', 0, (tab: SessionRig) => tab.port.disconnect()],
    ['it lets the link go', 1, (tab: SessionRig) => void tab.transport.close()],
  ])('ends once when %s, and nothing is sent after that', async (_how, expected, end) => {
    const tab = rig();
    await tab.ask('ping');
    let told = 0;
    tab.port.onDisconnect.addListener(() => {
      told += 1;
    });
    end(tab);
    await expect.poll(() => tab.closings).toBe(1);
    await tab.transport.close();
    await tab.transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect([tab.closings, told]).toEqual([1, expected]);
  });
});
