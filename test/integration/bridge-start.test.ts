import { PassThrough } from 'node:stream';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { INITIALIZED_VERSIONS, initializeResult } from '../../bridge/agent/identity.ts';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';

const PARAMS = {
  protocolVersion: '2025-06-18',
  capabilities: { roots: {} },
  clientInfo: { name: 'agent', version: '1' },
};
const RESULT = { protocolVersion: '2025-06-18', told: 'early' };
const initialize = (id: string | number, params: unknown = PARAMS) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params,
});

/** A transport that nobody has started yet, and its two ends. */
function open(result: (params: unknown) => Record<string, unknown> | null = () => RESULT) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport(input, output, result);
  const delivered: unknown[] = [];
  transport.onmessage = (message) => void delivered.push(message);
  return {
    transport,
    delivered,
    /** Writes these lines, and returns when they have been read. */
    say: async (...messages: unknown[]): Promise<void> => {
      const lines = messages.map((message) => `${JSON.stringify(message)}\n`);
      await new Promise((resolve) => input.write(lines.join(''), resolve));
    },
    end: () => void input.end(),
    written: (): unknown[] =>
      String(output.read() ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line)),
  };
}

describe('before the server is loaded', () => {
  it('lines are held, and delivered in their order when it starts; later ones at once', async () => {
    const { transport, delivered, say } = open();
    const lines = [initialize(1), { jsonrpc: '2.0', method: 'notifications/initialized' }];
    await say(...lines);
    expect(delivered).toEqual([]);
    await transport.start();
    expect(delivered).toEqual(lines);
    const later = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    await say(later);
    expect(delivered).toEqual([...lines, later]);
  });

  it('initialize is answered, and the answer that the server gives to it is dropped, once', async () => {
    const { transport, say, written } = open();
    await say(initialize('a'));
    expect(written()).toEqual([{ jsonrpc: '2.0', id: 'a', result: RESULT }]);
    await transport.start();
    const request = { jsonrpc: '2.0' as const, id: 'a', method: 'ping' };
    const other = { jsonrpc: '2.0' as const, id: 'b', result: {} };
    const answer = { jsonrpc: '2.0' as const, id: 'a', result: { told: 'late' } };
    for (const message of [request, other, answer, answer]) await transport.send(message);
    expect(written()).toEqual([request, other, answer]);
  });

  it.each([
    ['is a notification', [{ jsonrpc: '2.0', method: 'initialize', params: PARAMS }]],
    ['is not the first line', [{ jsonrpc: '2.0', id: 1, method: 'server/discover' }, initialize(2)]],
    ['is an answer', [{ jsonrpc: '2.0', id: 1, result: {} }]],
    ['is another request', [{ jsonrpc: '2.0', id: 1, method: 'ping', params: PARAMS }]],
    ['is not JSON-RPC', [{ id: 1, method: 'initialize' }]],
  ])('what %s is left to the server', async (_what, lines) => {
    const { transport, say, written } = open();
    await say(...lines);
    expect(written()).toEqual([]);
    await transport.begun;
  });

  it('so is one that only the server can answer', async () => {
    const { transport, say, written } = open(() => null);
    await say(initialize(1));
    expect(written()).toEqual([]);
    await transport.start();
    const answer = { jsonrpc: '2.0' as const, id: 1, result: {} };
    await transport.send(answer);
    expect(written()).toEqual([answer]);
  });

  it('and after it has started, initialize is for the server alone', async () => {
    const { transport, say, written } = open();
    await transport.start();
    await say(initialize(1));
    expect(written()).toEqual([]);
  });

  it('an end of the input leaves time to answer what came before', async () => {
    const { transport, delivered, say, end } = open();
    await say(initialize(1));
    end();
    await transport.begun;
    await transport.start();
    expect(delivered).toEqual([initialize(1)]);
  });

  it('an end without a word is the end of waiting for one', async () => {
    const { transport, end } = open();
    end();
    await expect(transport.begun).resolves.toBeUndefined();
  });
});

describe('the early answer', () => {
  it('is for every version of MCP that begins with initialize', () => {
    expect(INITIALIZED_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });

  it.each(INITIALIZED_VERSIONS)('is what the server itself answers to %s', async (protocolVersion) => {
    const agent = await startAgent({ client: { supportedProtocolVersions: [protocolVersion] } });
    const [answer] = agent.messages;
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: expect.any(Number),
      result: initializeResult({ ...PARAMS, protocolVersion }),
    });
    await agent.close();
  });

  it.each([
    ['no params', undefined],
    ['another version', { ...PARAMS, protocolVersion: '2026-07-28' }],
    ['a version that is no text', { ...PARAMS, protocolVersion: 2025 }],
    ['an envelope', { ...PARAMS, _meta: {} }],
    ['no capabilities', { ...PARAMS, capabilities: undefined }],
    ['no client', { ...PARAMS, clientInfo: undefined }],
    ['a client without a name', { ...PARAMS, clientInfo: { version: '1' } }],
    ['a client without a version', { ...PARAMS, clientInfo: { name: 'agent' } }],
  ])('is not given to %s', (_what, params) => {
    expect(initializeResult(params)).toBeNull();
  });
});
