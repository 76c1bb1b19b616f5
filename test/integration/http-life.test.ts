import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AGENT_LEFT_METHOD } from '../../src/wire/agent-of-call.ts';
import type { FakeTab } from '../support/fake-tab.ts';
import type { HttpBridge, HttpBridgeOptions } from '../support/http-bridge.ts';
import { joinOverHttp, startHttpBridge } from '../support/http-bridge.ts';
import { startHttpProgram } from '../support/http-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const bridges: HttpBridge[] = [];
async function start(options: HttpBridgeOptions = {}): Promise<HttpBridge> {
  const bridge = await startHttpBridge(options);
  bridges.push(bridge);
  return bridge;
}
afterEach(async () => {
  for (const bridge of bridges.splice(0)) await bridge.close();
});

/** A tab whose calls last until they are cancelled. */
async function busyTab(bridge: HttpBridge): Promise<FakeTab> {
  const tab = await bridge.open({ onCall: () => new Promise(() => {}) });
  await tab.received('tools/list');
  return tab;
}

describe('an agent over HTTP', () => {
  it('that hangs up has its calls ended in the tab, and goes on with its session', async () => {
    const bridge = await start();
    const tab = await busyTab(bridge);
    const agent = await bridge.join('Cursor');
    const cut = new AbortController();
    // As a program that is killed: no word of cancelling, only the end of the connection.
    const headers = {
      Authorization: `Bearer ${bridge.token}`,
      'Mcp-Session-Id': agent.transport.sessionId ?? '',
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    const call = {
      jsonrpc: '2.0',
      id: 'x',
      method: 'tools/call',
      params: { name: 'get_cells', arguments: {} },
    };
    const asked = fetch(bridge.url, {
      method: 'POST',
      headers,
      body: JSON.stringify(call),
      signal: cut.signal,
    });
    const { id } = await tab.received('tools/call');
    cut.abort();
    await asked.then((response) => response.text()).catch(() => {});
    expect((await tab.received('notifications/cancelled')).params).toMatchObject({ requestId: id });
    expect((await agent.client.listTools()).tools.length).toBeGreaterThan(20);
  });

  it('that cancels a call has it ended in the tab', async () => {
    const bridge = await start();
    const tab = await busyTab(bridge);
    const agent = await bridge.join('Cursor');
    const cancelled = new AbortController();
    const call = agent.call('get_cells', {}, cancelled.signal);
    await tab.received('tools/call');
    cancelled.abort();
    await expect(call).rejects.toThrow();
    await tab.received('notifications/cancelled');
  });

  it('that ends its session has its calls ended, and is not known any more', async () => {
    const bridge = await start();
    const tab = await busyTab(bridge);
    const agent = await bridge.join('Cursor');
    const call = agent.call('get_cells').catch((error: unknown) => error);
    await tab.received('tools/call');
    await agent.transport.terminateSession();
    await tab.received('notifications/cancelled');
    await tab.received(AGENT_LEFT_METHOD);
    await agent.client.close();
    await call;
    const again = await bridge.join('Cursor');
    expect((await again.client.listTools()).tools.length).toBeGreaterThan(20);
  });

  it('that is silent for long is let go, and begins anew', async () => {
    const bridge = await start({ idleMs: 1_000 });
    // One that listens is not silent.
    const listening = await bridge.join('Listening');
    const tab = await busyTab(bridge);
    const headers = {
      Authorization: `Bearer ${bridge.token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    const post = (body: unknown, more = {}): Promise<Response> =>
      fetch(bridge.url, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
    const clientInfo = { name: 'Silent', version: '1' };
    const begun = await post({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    await begun.text();
    await tab.received(AGENT_LEFT_METHOD);
    expect(bridge.stderr()).toContain('has been silent for long');
    const late = await post(
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      { 'Mcp-Session-Id': begun.headers.get('mcp-session-id') ?? '' },
    );
    expect(late.status).toBe(404);
    expect((await listening.client.listTools()).tools.length).toBeGreaterThan(20);
  });

  it('gets the progress of its calls', async () => {
    const bridge = await start();
    const tab = await bridge.open({
      onCall: async (_name, { progress }) => {
        progress(1, 'half of it');
        return { content: [], structuredContent: {} };
      },
    });
    await tab.received('tools/list');
    const agent = await bridge.join('Cursor');
    const heard: unknown[] = [];
    await agent.client.callTool(
      { name: 'get_cells', arguments: {} },
      { onprogress: ({ message }) => void heard.push(message) },
    );
    expect(heard).toEqual(['half of it']);
  });
});

describe('the program', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'serves, and ends cleanly on %s, with an agent at work',
    async (signal) => {
      const folder = await temporaryFolder('http-program');
      const program = await startHttpProgram([
        ...['--token-file', join(folder.path, 'bridge.json')],
        ...['--http-token-file', join(folder.path, 'http.json')],
      ]);
      const { url, token } = program;
      const agent = await joinOverHttp(url, token, 'Cursor');
      const waits = agent.call('open_colab_browser_connection').catch((error: unknown) => error);
      expect((await agent.client.listTools()).tools.length).toBeGreaterThan(20);
      expect(await program.end(signal)).toEqual([0, null]);
      await agent.client.close();
      await waits;
      await folder.remove();
    },
  );
});
