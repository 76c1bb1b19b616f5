import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AGENT_LEFT_METHOD } from '../../src/wire/agent-of-call.ts';
import { AGENT_METHOD } from '../../src/wire/hello.ts';
import type { FakeTab } from '../support/fake-tab.ts';
import type { HttpAgent, HttpBridge } from '../support/http-bridge.ts';
import { startHttpBridge } from '../support/http-bridge.ts';
import { failureIn } from '../support/mcp-stdio-client.ts';

const Params = z.looseObject({
  _meta: z.looseObject({
    'cellwire/agent': z.object({ id: z.string(), name: z.string(), isNew: z.boolean().optional() }),
  }),
});
const By = z.looseObject({ by: z.string() });

let bridge: HttpBridge;
beforeEach(async () => {
  bridge = await startHttpBridge({ timings: { connectMs: 2_000, statusMs: 500, reconnectGraceMs: 500 } });
});
afterEach(() => bridge.close());

async function openTab(id: string): Promise<FakeTab> {
  const tab = await bridge.open({
    notebookId: id,
    tools: ['get_cells', 'execute_cell'],
    onCall: async () => ({ content: [], structuredContent: { by: id } }),
  });
  await tab.received('tools/list');
  return tab;
}

const answeredBy = async (agent: HttpAgent, args = {}): Promise<string> =>
  By.parse((await agent.call('get_cells', args)).structuredContent).by;

/** Who made the calls that a tab got, in order. */
const callers = (tab: FakeTab) =>
  tab.frames
    .filter(({ method }) => method === 'tools/call')
    .map(({ params }) => Params.parse(params)._meta['cellwire/agent']);

describe('several agents at one bridge', () => {
  it('work each in the notebook that it chose, under its own name', async () => {
    const [cursor, codex] = [await bridge.join('Cursor'), await bridge.join('Codex')];
    const [first, second] = [await openTab('first'), await openTab('second')];
    expect(await answeredBy(cursor, { notebook: 'first' })).toBe('first');
    expect(await answeredBy(codex, { notebook: 'second' })).toBe('second');
    // Neither moves the other.
    expect(await Promise.all([answeredBy(cursor), answeredBy(codex)])).toEqual(['first', 'second']);
    expect(await answeredBy(cursor, { notebook: 'second' })).toBe('second');
    expect(await answeredBy(codex)).toBe('second');
    const [one, two] = [callers(first), callers(second)];
    expect(one.map(({ name }) => name)).toEqual(['Cursor', 'Cursor']);
    expect(two.map(({ name }) => name)).toEqual(['Codex', 'Codex', 'Cursor', 'Codex']);
    expect(new Set([...one, ...two].map(({ id }) => id)).size).toBe(2);
    // What happened in a tab before is nothing to an agent that is new there.
    expect(two.map(({ isNew = false }) => isNew)).toEqual([true, false, true, false]);
    // What names an agent to tabs does not let anybody speak for it.
    expect([cursor, codex].map(({ transport }) => transport.sessionId)).not.toContain(one[0]?.id);
  });

  it('of one name are two to the tab, and a newcomer is asked which notebook it means', async () => {
    await openTab('first');
    const agents = [await bridge.join('Cursor'), await bridge.join('Cursor')];
    for (const agent of agents) expect(await answeredBy(agent)).toBe('first');
    await openTab('second');
    const late = await bridge.join('Cursor');
    expect(failureIn(await late.call('get_cells')).message).toContain('Several notebooks are connected');
    for (const agent of agents) expect(await answeredBy(agent)).toBe('first');
  });

  it('are all named to the tab, and it is told who has gone', async () => {
    const tab = await openTab('first');
    const cursor = await bridge.join('Cursor');
    const codex = await bridge.join('Codex');
    await answeredBy(cursor);
    await answeredBy(codex);
    expect((await tab.received(AGENT_METHOD, tab.count(AGENT_METHOD) - 1)).params).toEqual({
      agent: 'Cursor, Codex',
    });
    await codex.transport.terminateSession();
    const [, { id } = { id: '' }] = callers(tab);
    expect((await tab.received(AGENT_LEFT_METHOD)).params).toEqual({ id });
    expect(await answeredBy(cursor)).toBe('first');
  });

  it('leave a notebook without taking it from the others', async () => {
    const tab = await openTab('first');
    const [cursor, codex] = [await bridge.join('Cursor'), await bridge.join('Codex')];
    await answeredBy(cursor);
    await answeredBy(codex);
    expect((await codex.call('detach_notebook')).structuredContent).toMatchObject({ detached: true });
    await tab.received(AGENT_LEFT_METHOD);
    expect(failureIn(await codex.call('get_cells')).kind).toBe('not_connected');
    expect(await answeredBy(cursor)).toBe('first');
    // By name it comes back.
    expect(await answeredBy(codex, { notebook: 'first' })).toBe('first');
    expect((await codex.call('detach_notebook')).isError).not.toBe(true);
    const closed = tab.closed();
    expect((await cursor.call('detach_notebook')).structuredContent).toMatchObject({ notebooks: [] });
    expect((await closed).code).toBe(1000);
  });

  it('are told only of what they asked to be told of', async () => {
    const tab = await openTab('first');
    const [cursor, codex] = [await bridge.join('Cursor'), await bridge.join('Codex')];
    const heard: string[] = [];
    const uri = 'cellwire://first';
    const next = new Promise<void>((resolve) => {
      cursor.client.setNotificationHandler('notifications/resources/updated', () => {
        heard.push('Cursor');
        resolve();
      });
    });
    codex.client.setNotificationHandler('notifications/resources/updated', () => void heard.push('Codex'));
    await cursor.client.subscribeResource({ uri });
    await codex.client.subscribeResource({ uri });
    // The tab goes on telling as long as one of them wants it.
    await codex.client.unsubscribeResource({ uri });
    expect(tab.count('resources/unsubscribe')).toBe(0);
    tab.notify('notifications/resources/updated', { uri });
    await next;
    await answeredBy(codex);
    expect(heard).toEqual(['Cursor']);
    await cursor.client.unsubscribeResource({ uri });
    expect(tab.count('resources/unsubscribe')).toBe(1);
  });

  it('get a link with their own name', async () => {
    const codex = await bridge.join('Codex');
    expect(failureIn(await codex.call('get_cells')).next).toMatch(
      /#mcpProxyToken=[\w-]{16}\.[\w-]{43}&mcpProxyPort=\d+&cellwireAgent=Codex$/,
    );
  });
});
