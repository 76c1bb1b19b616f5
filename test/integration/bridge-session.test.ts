import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../bridge/version.ts';
import { HELLO_METHOD } from '../../src/wire/hello.ts';
import type { FakeTab } from '../support/fake-tab.ts';
import type { Agent, AgentOptions } from '../support/mcp-stdio-client.ts';
import { failureIn, startAgent } from '../support/mcp-stdio-client.ts';

let agent: Agent;

beforeEach(async () => {
  agent = await startAgent();
});

afterEach(() => agent.close());

/** A bridge that waits for another time than usual, instead of the one that is there. */
async function restart(timings: AgentOptions['timings'] = {}): Promise<void> {
  await agent.close();
  agent = await startAgent({ timings });
}

const hang = (): Promise<unknown> => new Promise(() => {});

describe('how the bridge introduces itself to a tab', () => {
  it('with a hello of its own, then as any MCP client', async () => {
    const tab = await agent.openReady();
    const [hello, initialize, initialized, list, ...more] = tab.frames;
    expect(hello).toMatchObject({
      method: HELLO_METHOD,
      params: { server: 'cellwire', version: VERSION, instance: expect.any(String), awaiting: [] },
    });
    expect(initialize).toMatchObject({
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'cellwire', version: VERSION },
      },
    });
    expect(initialized).toEqual({ jsonrpc: '2.0', method: 'notifications/initialized', params: {} });
    expect(list).toMatchObject({ method: 'tools/list', params: {} });
    expect(more).toEqual([]);
    expect(agent.stderr()).toContain('cellwire: A tab is connected (Cellwire 0.0.0-fake).');
  });

  it('as the same on every socket, with the calls that wait for an answer, and as another after a restart', async () => {
    const tab = await agent.openReady({ onCall: hang });
    void agent.call('execute_cell').catch(() => {});
    const { id } = await tab.received('tools/call');
    await agent.drop(tab);
    await tab.connect();
    const [first, second] = [await tab.received(HELLO_METHOD), await tab.received(HELLO_METHOD, 1)];
    const { challenge, proof } = second.params;
    expect(second.params).toEqual({ ...first.params, awaiting: [id], challenge, proof });
    expect([challenge, proof]).not.toEqual([first.params.challenge, first.params.proof]);

    await restart();
    const other = await agent.openReady();
    expect((await other.received(HELLO_METHOD)).params.instance).not.toBe(first.params.instance);
  });
});

describe('a tab that is connected', () => {
  it('has others beside it', async () => {
    const first = await agent.openReady();
    const second = await agent.openReady({ notebookId: 'second' });
    await agent.call('get_cells', { notebook: 'second' });
    await agent.call('get_cells', { notebook: 'abc123' });
    expect([first.count('tools/call'), second.count('tools/call')]).toEqual([1, 1]);
  });

  it('sends those away that are not ours, and says so', async () => {
    await agent.openReady();
    const second = await agent.open({ linkId: null });
    expect(await second.closed()).toEqual({ code: 1013, reason: 'Server is busy' });
    await agent.said(/cellwire: Another tab was sent away: one is connected\.\n/);
  });

  it('sends others away when none of the two is ours', async () => {
    await agent.openReady({ linkId: null });
    const second = await agent.open({ linkId: null });
    expect((await second.closed()).code).toBe(1013);
  });

  it('has tools that change, and may fail to list them', async () => {
    await restart({ initializeMs: 1_000 });
    const ignores: string[] = [];
    const tab = await agent.openReady({ ignores, tools: ['get_cells', 'brand_new_tool'] });
    ignores.push('tools/list');
    tab.notify('notifications/tools/list_changed');
    await agent.said(/warning: The tab's tools changed, but it did not list them: TimeoutError/);
    // Those that it had are still its own.
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('brand_new_tool');
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
  });

  it('tells of resources that changed', async () => {
    const tab = await agent.openReady();
    const told = new Promise((resolve) => {
      agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params));
    });
    tab.notify('notifications/something/else', { uri: 'cellwire://wrong' });
    tab.sendRaw('{"jsonrpc":"2.0","method":"notifications/resources/updated"}');
    tab.notify('notifications/resources/updated', { uri: 'cellwire://cells/1' });
    expect(await told).toEqual({ uri: 'cellwire://cells/1' });
  });

  it('whose socket fails does no harm, and comes back on another', async () => {
    const tab = await agent.openReady();
    const closed = tab.closed();
    const noticed = agent.listChange();
    // Text that is no UTF-8.
    tab.sendRaw(Buffer.from([0xff]));
    expect((await closed).code).toBe(1007);
    await noticed;
    expect(agent.stderr()).toContain(
      "warning: A tab's socket failed: Invalid WebSocket frame: invalid UTF-8",
    );
    await tab.connect();
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
    expect(tab.count('initialize')).toBe(1);
  });

  it('is told when the bridge ends, and so is the call that it had', async () => {
    const tab = await agent.openReady({ onCall: hang });
    const call = agent.call('execute_cell').catch((error) => error);
    await tab.received('tools/call');
    const closed = tab.closed();
    await agent.end();
    expect(await closed).toEqual({ code: 1001, reason: 'bridge is going away' });
    expect(await call).toBeInstanceOf(Error);
  });
});

describe('whose place a newSocket may take', () => {
  const OURS = { linkId: randomUUID() };
  const FOREIGN = { linkId: null };

  it.each([
    ['of ours: one that is not may not', OURS, FOREIGN, false],
    ['of one that is not ours: one of ours comes beside it', FOREIGN, OURS, true],
    ['of one that is not ours: another such may', FOREIGN, FOREIGN, true],
    ['of a link: the same begun anew may', { linkId: 'tab-1:1' }, { linkId: 'tab-1:2:3' }, true],
    ['of a link: that of another tab comes beside it', { linkId: 'tab-1:1' }, { linkId: 'tab-2:1' }, true],
  ])('that has dropped for a moment, %s', async (_whose, known, newSocket, mayTake) => {
    const first = await agent.openReady(known);
    await agent.drop(first);
    const second = await agent.open(newSocket);
    if (mayTake) await second.received('initialize');
    else expect((await second.closed()).code).toBe(1013);
  });
});

describe('a tab that changes sockets while a call is made', () => {
  /** The tab has dialled anew, and the bridge asks once more because of the call. */
  async function askedAgain(): Promise<{
    tab: FakeTab;
    call: Promise<CallToolResult>;
    answerHello: () => void;
  }> {
    const tab = await agent.openReady();
    let answerHello = (): void => {};
    const hold = (): Promise<void> =>
      new Promise((resolve) => {
        answerHello = resolve;
      });
    tab.beforeHello = hold;
    await tab.connect();
    await tab.received(HELLO_METHOD, 1);
    const call = agent.call('get_cells');
    await agent.client.ping();
    const first = answerHello;
    first();
    await tab.received(HELLO_METHOD, 2);
    return { tab, call, answerHello: () => answerHello() };
  }

  it('may lose the new one too, and comes back on a third', async () => {
    const { tab, call } = await askedAgain();
    await tab.drop();
    tab.beforeHello = async () => {};
    await tab.connect();
    expect(await call).toMatchObject({ content: [{ type: 'text', text: 'get_cells done' }] });
    expect(tab.count('initialize')).toBe(1);
    expect(tab.count('tools/call')).toBe(1);
  });

  it('is cut off when it has been away for too long meanwhile', async () => {
    await restart({ lostMs: 50 });
    const { tab, call, answerHello } = await askedAgain();
    expect(failureIn(await call).kind).toBe('lost');
    const closed = tab.closed();
    answerHello();
    expect((await closed).code).toBe(1006);
    expect(tab.count('tools/call')).toBe(0);
  });
});

it('a tab that leaves in the middle of the greeting is nobody', async () => {
  const tab = await agent.open({ ignores: [HELLO_METHOD] });
  await tab.received(HELLO_METHOD);
  await tab.leave();
  const next = await agent.openReady();
  expect(next.count('initialize')).toBe(1);
  await next.leave();
  await expect.poll(async () => failureIn(await agent.call('get_cells')).kind).toBe('not_connected');
});
