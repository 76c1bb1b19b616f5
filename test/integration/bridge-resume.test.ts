import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HELLO_METHOD } from '../../src/wire/hello.ts';
import type { FakeTabOptions } from '../support/fake-tab.ts';
import { FakeTab } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { failureIn, startAgent } from '../support/mcp-stdio-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let agent: Agent;

async function open(options: Partial<FakeTabOptions> = {}): Promise<FakeTab> {
  const tab = await agent.open(options);
  await tab.received('tools/list');
  return tab;
}

/** The calls that have reached the tab: looked at behind one more, so that none is still on its way. */
async function callsTo(tab: FakeTab): Promise<unknown[]> {
  await agent.call('add_code_cell');
  const names = tab.frames.flatMap(({ method, params }) => (method === 'tools/call' ? [params.name] : []));
  expect(names.pop()).toBe('add_code_cell');
  return names;
}

/** A tool call in the tab that ends when the test says so. */
function held() {
  let finish = (_text: string): void => {};
  const result = new Promise<unknown>((resolve) => {
    finish = (text) => resolve({ content: [{ type: 'text', text }] });
  });
  return { onCall: () => result, finish };
}

/** How a call ends whose tab was replaced. */
const REPLACED = {
  kind: 'lost',
  message:
    'The notebook tab was closed or reloaded, or its extension updated, during the call, and another one took its place; the call may have been carried out in part or in full.',
  next: 'Look at the notebook (get_cells) before doing it again; open_colab_browser_connection reconnects.',
};

const answer = (text: string) => ({ content: [{ type: 'text', text }] });

beforeEach(async () => {
  agent = await startAgent();
});

afterEach(async () => {
  await agent.close();
});

describe('the same tab on a new socket', () => {
  it('delivers the answer to a call that was in flight, without another initialize', async () => {
    const { onCall, finish } = held();
    const tab = await open({ onCall });
    const call = agent.call('execute_cell');
    await tab.received('tools/call');
    await tab.drop();
    finish('finished while away');
    await tab.connect();
    expect(await call).toMatchObject(answer('finished while away'));
    expect(tab.count('initialize')).toBe(1);
    // One for each socket.
    expect(tab.count(HELLO_METHOD)).toBe(2);
    expect(await callsTo(tab)).toEqual(['execute_cell']);
  });

  it('goes on with a call that still runs', async () => {
    const { onCall, finish } = held();
    const tab = await open({ onCall });
    const call = agent.call('execute_cell');
    await tab.received('tools/call');
    await tab.drop();
    await tab.connect();
    await tab.received(HELLO_METHOD, 1);
    finish('finished after the return');
    expect(await call).toMatchObject(answer('finished after the return'));
    expect(await callsTo(tab)).toEqual(['execute_cell']);
    expect(agent.stderr()).toContain('The tab is back.');
  });

  it('gets a call that was made while it was away', async () => {
    const tab = await agent.openReady();
    await agent.drop(tab);
    const call = agent.call('get_cells');
    await tab.connect();
    expect(await call).toMatchObject(answer('get_cells done'));
    expect(tab.count('initialize')).toBe(1);
    expect(await callsTo(tab)).toEqual(['get_cells']);
  });

  it('gets again, once, a call that went down with the old socket', async () => {
    const tab = await open();
    tab.deaf = true;
    const call = agent.call('get_cells');
    await agent.client.ping();
    await tab.drop();
    tab.deaf = false;
    await tab.connect();
    expect(await call).toMatchObject(answer('get_cells done'));
    expect(await callsTo(tab)).toEqual(['get_cells']);
  });

  it('is told of a cancellation that came while it was away', async () => {
    const { onCall } = held();
    const tab = await open({ onCall });
    const controller = new AbortController();
    const call = agent.client.callTool(
      { name: 'execute_cell', arguments: {} },
      { signal: controller.signal },
    );
    const { id } = await tab.received('tools/call');
    await tab.drop();
    controller.abort('enough');
    await expect(call).rejects.toThrow('enough');
    await agent.client.ping();
    await tab.connect();
    expect((await tab.received('notifications/cancelled')).params.requestId).toBe(id);
  });

  it('is told again of a cancellation that went down with the old socket', async () => {
    const { onCall } = held();
    const tab = await open({ onCall });
    const controller = new AbortController();
    const { signal } = controller;
    const call = agent.client.callTool({ name: 'execute_cell', arguments: {} }, { signal });
    const { id } = await tab.received('tools/call');
    tab.deaf = true;
    controller.abort('enough');
    await expect(call).rejects.toThrow('enough');
    await agent.client.ping();
    await tab.drop();
    tab.deaf = false;
    await tab.connect();
    expect((await tab.received('notifications/cancelled')).params.requestId).toBe(id);
  });

  it('takes over from a socket that died without anyone noticing', async () => {
    const linkId = randomUUID();
    const { onCall, finish } = held();
    const before = await open({ linkId, onCall });
    const call = agent.call('execute_cell');
    await before.received('tools/call');
    const closed = before.closed();
    const after = await agent.open({ linkId, onCall: async () => answer('from the new socket') });
    await closed;
    expect(await call).toMatchObject(answer('from the new socket'));
    finish('too late');
    expect(await callsTo(after)).toEqual(['execute_cell']);
  });
});

describe('a call made while the tab changes sockets', () => {
  /** The tab has dialled anew, but not yet said who it is; the bridge still takes the old socket for good. */
  async function betweenSockets(options: Partial<FakeTabOptions> = {}) {
    const tab = await open(options);
    let answerHello = (): void => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answerHello = resolve;
    });
    tab.beforeHello = () => mayAnswer;
    await tab.connect();
    await tab.received(HELLO_METHOD, 1);
    return { tab, answerHello };
  }

  it('goes out again when it went down with the old socket', async () => {
    const { tab, answerHello } = await betweenSockets();
    const call = agent.call('get_cells');
    await agent.client.ping();
    answerHello();
    expect(await call).toMatchObject(answer('get_cells done'));
    expect(await callsTo(tab)).toEqual(['get_cells']);
    expect(tab.count('initialize')).toBe(1);
  });

  it('does not when the tab got it', async () => {
    const { onCall, finish } = held();
    const { tab, answerHello } = await betweenSockets({ onCall });
    tab.hearsOldSockets = true;
    const call = agent.call('execute_cell');
    await tab.received('tools/call');
    answerHello();
    await tab.received(HELLO_METHOD, 2);
    const next = agent.call('get_cells');
    await tab.received('tools/call', 1);
    finish('once');
    expect(await call).toMatchObject(answer('once'));
    expect(await next).toMatchObject(answer('once'));
    expect(await callsTo(tab)).toEqual(['execute_cell', 'get_cells']);
  });
});

describe('the same tab with a link begun anew', () => {
  it.each([
    ['after its socket dropped', (tab: FakeTab) => tab.drop()],
    ['while the old socket seems alive', async () => {}],
  ])('%s: calls end as lost and are not sent again', async (_when, first) => {
    const { onCall } = held();
    const id = randomUUID();
    const before = await open({ linkId: `${id}:one`, onCall });
    const call = agent.call('execute_cell');
    await before.received('tools/call');
    await first(before);
    const after = await open({ linkId: `${id}:two` });
    expect(failureIn(await call)).toEqual(REPLACED);
    expect(await callsTo(after)).toEqual([]);
    expect(after.count('initialize')).toBe(1);
  });
});

describe('another tab', () => {
  it('gets nothing of what the one before was asked, and does not end it', async () => {
    const { onCall, finish } = held();
    const before = await open({ onCall });
    const call = agent.call('execute_cell');
    await before.received('tools/call');
    await before.drop();
    const after = await open({ notebookId: 'second' });
    expect((await after.received(HELLO_METHOD)).params.awaiting).toHaveLength(1);
    // It says that it misses the call of the other; that does not make it its own.
    await agent.call('get_cells', { notebook: 'second' });
    await before.connect();
    finish('of the one before');
    expect(await call).toMatchObject(answer('of the one before'));
    expect(after.frames.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
    expect(before.count('tools/call')).toBe(1);
  });

  it('does not get the calls of one whose socket has dropped for a moment', async () => {
    const first = await open();
    await agent.call('get_cells');
    await first.drop();
    const second = await open({ notebookId: 'second' });
    const call = agent.call('get_cells');
    await first.connect();
    expect(await call).toMatchObject(answer('get_cells done'));
    expect(await callsTo(first)).toEqual(['get_cells', 'get_cells']);
    expect(second.count('tools/call')).toBe(0);
  });

  it('is known although its hello takes 1.3 seconds', async () => {
    const tab = await open();
    await tab.drop();
    tab.beforeHello = () => new Promise((resolve) => setTimeout(resolve, 1_300));
    const call = agent.call('get_cells');
    await tab.connect();
    expect(await call).toMatchObject(answer('get_cells done'));
    expect(tab.count('initialize')).toBe(1);
  });

  it('is waited for when the browser ended the document that held its link', async () => {
    const first = await open();
    await first.leave(1001);
    const call = agent.call('get_cells');
    await first.connect();
    expect(await call).toMatchObject(answer('get_cells done'));
  });

  it('may come at once when the one before said goodbye', async () => {
    const first = await open();
    await first.leave(1000);
    const second = await open();
    expect(await callsTo(second)).toEqual([]);
  });

  it('that is not ours is always somebody new', async () => {
    const { onCall } = held();
    const tab = await open({ linkId: null, onCall });
    const call = agent.call('execute_cell');
    await tab.received('tools/call');
    await tab.drop();
    await tab.connect();
    expect(failureIn(await call)).toEqual(REPLACED);
    await tab.received('initialize', 1);
  });
});

describe('a restarted bridge', () => {
  it('has the same port and keys, so that the tab comes back by itself', async () => {
    const folder = await temporaryFolder('restart');
    const tokenFile = join(folder.path, 'private', 'bridge.json');
    const first = await startAgent({ tokenFile });
    const { onCall, finish } = held();
    const tab = new FakeTab({ port: first.port, token: first.newToken, onCall });
    await tab.connect();
    await tab.received('tools/list');
    const call = first.call('execute_cell').catch(() => 'gone');
    await tab.received('tools/call');
    const closed = tab.closed();
    await first.end();
    expect(await closed).toEqual({ code: 1001, reason: 'bridge is going away' });
    expect(await call).toBe('gone');
    // The answer to a bridge that is no more must not pass for an answer to the new one.
    finish('for the one before');

    const second = await startAgent({ tokenFile });
    expect(second.port).toBe(first.port);
    tab.onCall = async () => answer('for the new one');
    await tab.connect();
    await tab.received('tools/list', 1);
    expect(await second.call('get_cells')).toMatchObject(answer('for the new one'));
    await tab.drop();
    await second.close();
    await first.close();
    await folder.remove();
  });
});
