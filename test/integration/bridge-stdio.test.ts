import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { MAX_MESSAGE_BYTES } from '../../bridge/limits.ts';

it('a message may come in pieces, and several in one', async () => {
  const input = new PassThrough();
  const transport = new StdioTransport(input, new PassThrough());
  const messages: JSONRPCMessage[] = [];
  transport.onmessage = (message) => void messages.push(message);
  await transport.start();
  const text = '{"jsonrpc":"2.0","method":"ß→😀"}';
  const bytes = Buffer.from(`${text}\n\n${text}\r\n${text}\n${text}`);
  // In the middle of a character, and of the line.
  for (const [from, to] of [
    [0, 29],
    [29, 60],
    [60, undefined],
  ] as const)
    input.write(bytes.subarray(from, to));
  await expect.poll(() => messages).toHaveLength(3);
  input.end('\n');
  await expect.poll(() => messages).toHaveLength(4);
  for (const message of messages) expect(message).toEqual(JSON.parse(text));
});

describe('a line of the agent that cannot be taken', () => {
  /** What the bridge writes, logs and passes on when the agent sends this, and then a ping. */
  async function send(line: string | Buffer) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const transport = new StdioTransport(input, output);
    const errors: string[] = [];
    transport.onerror = ({ message }) => void errors.push(message);
    const pinged = new Promise<void>((resolve) => {
      transport.onmessage = (message) => {
        expect(message).toMatchObject({ method: 'ping' });
        resolve();
      };
    });
    await transport.start();
    input.write(line);
    input.write('\n{"jsonrpc":"2.0","id":9,"method":"ping"}\n');
    await pinged;
    const written = String(output.read() ?? '').split('\n');
    return { errors, answers: written.filter(Boolean).map((text): unknown => JSON.parse(text)) };
  }

  it.each([
    ['no protocol', '{"id":"a","method":"tools/list"}', 'a'],
    ['parameters in a list', '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}', 7],
    ['no method', '{"jsonrpc":"2.0","id":0}', 0],
  ])('is answered when it has an id: %s', async (_what, line, id) => {
    const { errors, answers } = await send(line);
    expect(answers).toEqual([
      { jsonrpc: '2.0', id, error: { code: -32600, message: expect.stringMatching(/^Invalid request: /) } },
    ]);
    expect(errors).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{'],
    ['a notification', '{"method":"x"}'],
    ['an answer, to which none is due', '{"jsonrpc":"2.0","id":1,"result":3}'],
  ])('is logged only: %s', async (_what, line) => {
    const { errors, answers } = await send(line);
    expect(answers).toEqual([]);
    expect(errors).toEqual([expect.stringContaining('not JSON-RPC')]);
  });

  it('is answered without an id when it is too long to be read', async () => {
    const { errors, answers } = await send(Buffer.alloc(MAX_MESSAGE_BYTES + 1, 'x'));
    expect(answers).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: expect.stringContaining('33554433 bytes') },
      },
    ]);
    expect(errors).toEqual([expect.stringContaining('33554433 bytes')]);
  });
});
