import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownTools } from '../../bridge/agent/own-tools.ts';
import { prompts } from '../../src/prompts/prompts.ts';
import { tools } from '../../src/tools/catalogue.ts';
import { INSTRUCTIONS } from '../../src/tools/instructions.ts';
import { listingOf } from '../../src/tools/listing.ts';
import { getCells } from '../../src/tools/notebook/get-cells.ts';
import { FakeTab } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { failureIn, linkTo, startAgent } from '../support/mcp-stdio-client.ts';

let agent: Agent;

const progressIn = ({ messages }: Agent): unknown[] =>
  messages.flatMap((message) =>
    'method' in message && message.method === 'notifications/progress' ? [message.params?.message] : [],
  );

beforeEach(async () => {
  agent = await startAgent();
});

afterEach(async () => {
  await agent.close();
});

/** How often the agent was told that the list is another. */
const listChanges = (): number =>
  agent.messages.filter(
    (message) => 'method' in message && message.method === 'notifications/tools/list_changed',
  ).length;

it('says how to work with the notebook, in the words of the tab, and how to get one', () => {
  const instructions = agent.client.getInstructions();
  expect(instructions?.startsWith(`${INSTRUCTIONS}\n`)).toBe(true);
  expect(instructions).toContain('call open_colab_browser_connection first');
});

it('has prompts before any tab', async () => {
  const { prompts: listed } = await agent.client.listPrompts();
  expect(listed.map(({ name }) => name)).toEqual(prompts.map(({ name }) => name));
  const { messages } = await agent.client.getPrompt({ name: 'debug_cell', arguments: { cellId: 'c7' } });
  expect(messages[0]).toMatchObject({ role: 'user', content: { text: expect.stringContaining('cell c7') } });
  await expect(agent.client.getPrompt({ name: 'none' })).rejects.toThrow('analyse_data');
});

it('gives a client that has seen the output schemas the data of a tab that answers with words alone', async () => {
  await agent.client.listTools();
  const cells = '{"cells":[{"cell_type":"code","id":"a","source":["1"]}]}';
  await agent.openReady({ onCall: async () => ({ content: [{ type: 'text', text: cells }] }) });
  const { structuredContent } = await agent.client.callTool({ name: 'get_cells', arguments: {} });
  expect(structuredContent).toEqual(JSON.parse(cells));
});

it('asks tabs for the data of a result once, and gives agents its text as well', async () => {
  const tab = await agent.openReady({ onCall: async () => ({ content: [], structuredContent: { a: 1 } }) });
  expect((await tab.received('initialize')).params).toMatchObject({
    capabilities: { experimental: { 'cellwire/compact-results': {} } },
  });
  expect(await agent.client.callTool({ name: 'get_cells', arguments: {} })).toMatchObject({
    content: [{ type: 'text', text: '{"a":1}' }],
    structuredContent: { a: 1 },
  });
});

describe('what is listed', () => {
  it('is every tool from the start, before any tab', async () => {
    const { tools: listed } = await agent.client.listTools();
    const names = listed.map(({ name }) => name);
    expect(names).toEqual([...ownTools.map(({ name }) => name), ...tools.map(({ name }) => name)]);
    expect(listed.every(({ description, annotations }) => description && annotations?.title)).toBe(true);
  });

  it("is also what only the tab knows, in the tab's own words", async () => {
    const tab = await agent.openReady({ tools: ['get_cells', 'brand_new_tool'] });
    const { tools: listed } = await agent.client.listTools();
    const described = new Map(listed.map(({ name, description }) => [name, description]));
    expect(described.get('brand_new_tool')).toBe('brand_new_tool of the tab');
    // What a tab says of tools that we know would be read as if it came from us.
    expect(described.get('get_cells')).toBe(listingOf(getCells).description);
    expect(described.has('execute_cell')).toBe(true);
    expect((await agent.call('brand_new_tool')).content).toEqual([
      { type: 'text', text: 'brand_new_tool done' },
    ]);

    const changed = agent.listChange();
    tab.tools.push('yet_another');
    tab.notify('notifications/tools/list_changed');
    await changed;
    expect((await agent.client.listTools()).tools.some(({ name }) => name === 'yet_another')).toBe(true);
  });

  it('changes when a tab goes', async () => {
    const tab = await agent.openReady();
    const before = listChanges();
    await agent.drop(tab);
    expect(listChanges()).toBe(before + 1);
  });
});

describe('a call', () => {
  it('reaches the tab with its arguments, and the result comes back untouched', async () => {
    const result = {
      content: [
        { type: 'text', text: '{"a":1}' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
      structuredContent: { a: 1, extra: { deep: [null, true] } },
    };
    const tab = await agent.openReady({ onCall: async () => result });
    expect(await agent.call('get_cells', { cellIndexStart: 2, other: 'ß→😀' })).toMatchObject(result);
    expect((await tab.received('tools/call')).params).toEqual({
      name: 'get_cells',
      arguments: { cellIndexStart: 2, other: 'ß→😀' },
      _meta: { 'cellwire/notebook': 'abc123' },
    });
  });

  it('carries progress', async () => {
    await agent.openReady({
      onCall: async (_name, { progress }) => {
        progress(1, 'first');
        progress(2, 'second');
        return { content: [] };
      },
    });
    await agent.client.callTool({ name: 'execute_cell', arguments: {} }, { onprogress: () => {} });
    expect(progressIn(agent)).toEqual(['first', 'second']);
  });

  it('is cancelled in the tab when the agent cancels it, and the next one goes through', async () => {
    const tab = await agent.openReady({
      onCall: (name, { signal }) =>
        name === 'get_cells'
          ? Promise.resolve({ content: [] })
          : new Promise((resolve) => signal.addEventListener('abort', () => resolve({ content: [] }))),
    });
    const controller = new AbortController();
    const call = agent.client.callTool(
      { name: 'execute_cell', arguments: {} },
      { signal: controller.signal },
    );
    const { id } = await tab.received('tools/call');
    controller.abort('changed my mind');
    await expect(call).rejects.toThrow('changed my mind');
    const { params } = await tab.received('notifications/cancelled');
    expect(params.requestId).toBe(id);
    expect(await agent.call('get_cells')).toMatchObject({ content: [] });
  });

  it.each([
    ['a result that is no object', (id: unknown) => ({ jsonrpc: '2.0', id, result: ['what?'] })],
    ['a result that is null', (id: unknown) => ({ jsonrpc: '2.0', id, result: null })],
    ['an error that is none', (id: unknown) => ({ jsonrpc: '2.0', id, error: 'sorry' })],
    ['neither result nor error', (id: unknown) => ({ jsonrpc: '2.0', id })],
    ['another protocol', (id: unknown) => ({ jsonrpc: '1.0', id, result: {} })],
  ])('ends when the answer is %s', async (_what, reply) => {
    const tab = await agent.openReady({ onCall: () => new Promise(() => {}) });
    const call = agent.call('execute_cell');
    const { id } = await tab.received('tools/call');
    // A request of the tab's own is no answer, whatever its id.
    tab.sendRaw(JSON.stringify({ jsonrpc: '2.0', id, method: 'ask', params: 'odd' }));
    tab.sendRaw(JSON.stringify(reply(id)));
    const failure = failureIn(await call);
    expect(failure.kind).toBe('internal');
    expect(failure.message).toContain('not valid JSON-RPC');
  });

  it('survives frames that are not JSON-RPC, and answers nobody asked for', async () => {
    const tab = await agent.openReady();
    for (const raw of ['{', '', '[]', '42', '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","id":1}'])
      tab.sendRaw(raw);
    tab.sendRaw('{"jsonrpc":"2.0","id":"cellwire-hello-1","result":{}}');
    tab.sendRaw('{"jsonrpc":"2.0","id":0,"result":{}}');
    tab.notify('notifications/progress', { progressToken: 'unknown', progress: 1 });
    expect((await agent.call('get_cells')).content).toEqual([{ type: 'text', text: 'get_cells done' }]);
    expect(agent.stderr()).toContain('not JSON-RPC; ignored');
  });
});

describe('a call that cannot be made', () => {
  it('names the tools that exist when it names one that does not', async () => {
    const failure = failureIn(await agent.call('make_coffee'));
    expect(failure).toMatchObject({ kind: 'invalid_input', message: 'There is no tool "make_coffee".' });
    expect(failure.next).toContain('get_cells');
  });

  it('says at once what to do when no tab is there', async () => {
    const failure = failureIn(await agent.call('get_cells'));
    expect(failure.kind).toBe('not_connected');
    expect(failure.next).toContain('open_colab_browser_connection');
    expect(failure.next).toMatch(linkTo(agent.port));
  });

  it("is unsupported when the tab is Colab's own frontend and lacks the tool", async () => {
    await agent.openReady({ linkId: null, tools: ['get_cells'] });
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
    expect(failureIn(await agent.call('execute_cell')).kind).toBe('unsupported');
  });
});

describe('an agent of the 2026 protocol', () => {
  it('is served as well: its name, tools, results, progress, cancellation', async () => {
    const modern = await startAgent({ client: { versionNegotiation: { mode: { pin: '2026-07-28' } } } });
    // Such a client asks a short-lived process first what it speaks; from here on it is the one that stays.
    expect((await modern.client.listTools()).tools.map(({ name }) => name)).toContain('get_cells');
    const tab = await new FakeTab({
      port: modern.port,
      token: modern.newToken,
      onCall: async (name, { progress, signal }) => {
        progress(1, 'under way');
        if (name === 'execute_cell')
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { content: [{ type: 'text', text: 'done' }], structuredContent: { a: 1 } };
      },
    }).connect();
    expect((await tab.received('cellwire/hello')).params).toMatchObject({ agent: 'cellwire-tests' });
    await tab.received('tools/list');
    const result = await modern.client.callTool(
      { name: 'get_cells', arguments: {} },
      { onprogress: () => {} },
    );
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'done' }], structuredContent: { a: 1 } });
    expect(progressIn(modern)).toEqual(['under way']);
    expect(failureIn(await modern.call('make_coffee')).kind).toBe('invalid_input');

    const controller = new AbortController();
    const call = modern.client.callTool(
      { name: 'execute_cell', arguments: {} },
      { signal: controller.signal },
    );
    await tab.received('tools/call', 1);
    controller.abort('enough');
    await expect(call).rejects.toThrow('enough');
    await tab.received('notifications/cancelled');
    await modern.close();
  });
});
