import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { TabClient } from '../../../bridge/tabs/tab-client.ts';
import { tabTools } from '../../../bridge/tabs/tab-tools.ts';
import { TabTransport } from '../../../bridge/tabs/tab-transport.ts';
import { capturedLog } from '../../support/captured-log.ts';

/** A tab that answers every question at once. */
class Answering extends TabTransport {
  readonly asked: unknown[] = [];
  answer: (count: number) => Record<string, unknown> = () => ({});

  override send(message: JSONRPCMessage): void {
    if (!('method' in message) || !('id' in message)) return;
    this.asked.push([message.method, message.params]);
    const result = this.answer(this.asked.length);
    queueMicrotask(() => this.onmessage({ jsonrpc: '2.0', id: message.id, result }));
  }
}

const tool = (name: string): Record<string, unknown> => ({ name, inputSchema: { type: 'object' } });

async function listedBy(answer: Answering['answer']) {
  const tab = new Answering(capturedLog().log);
  tab.answer = answer;
  const tools = await tabTools(new TabClient(tab), new AbortController().signal);
  return { tools: [...tools], asked: tab.asked };
}

describe('what a tab offers', () => {
  it('is not waited for when it is no longer wanted', async () => {
    const tab = new Answering(capturedLog().log);
    const listing = tabTools(new TabClient(tab), AbortSignal.abort('enough'));
    await expect(listing).rejects.toBe('enough');
    expect(tab.asked).toEqual([]);
  });

  it('is everything that it lists, by name', async () => {
    expect(await listedBy(() => ({ tools: [tool('a'), tool('b')] }))).toEqual({
      tools: [
        ['a', tool('a')],
        ['b', tool('b')],
      ],
      asked: [['tools/list', {}]],
    });
  });

  it('is read page by page', async () => {
    const { tools, asked } = await listedBy((count) =>
      count === 1 ? { tools: [tool('a')], nextCursor: 'two' } : { tools: [tool('b')] },
    );
    expect(tools.map(([name]) => name)).toEqual(['a', 'b']);
    expect(asked).toEqual([
      ['tools/list', {}],
      ['tools/list', { cursor: 'two' }],
    ]);
  });

  it('is read up to fifty pages, should they never end', async () => {
    const { tools, asked } = await listedBy((count) => ({ tools: [tool(`t${count}`)], nextCursor: 'more' }));
    expect(asked).toHaveLength(50);
    expect(tools).toHaveLength(50);
  });

  it.each([
    ['no list', { tools: 'many' }],
    ['none at all', {}],
    [
      'no tool',
      { tools: [null, 'a', [], { name: 1, inputSchema: {} }, { name: 'a' }, { name: 'a', inputSchema: 1 }] },
    ],
    ['a cursor that is none', { tools: [], nextCursor: 7 }],
  ])('is nothing when it lists %s', async (_what, result) => {
    expect(await listedBy(() => result)).toEqual({ tools: [], asked: [['tools/list', {}]] });
  });
});
