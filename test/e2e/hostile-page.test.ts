import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';

describe('a hostile page and hostile output', () => {
  let stack: Stack;
  let agent: Agent;

  beforeAll(async () => {
    stack = await startStack();
    agent = createAgent(callerOf(stack.client));
  });
  afterAll(() => stack?.close());

  it('cannot take the channel over: later offers are not heard', async () => {
    const before = await agent.sources();
    const heard = await stack.page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      const messages: unknown[] = [];
      port1.onmessage = ({ data }) => messages.push(data);
      addEventListener('cellwire:offer', (event) => {
        if (event instanceof MessageEvent && event.ports[0] !== port2) messages.push('got the real port');
      });
      dispatchEvent(new MessageEvent('cellwire:offer', { ports: [port2] }));
      dispatchEvent(new Event('cellwire:ask'));
      window.postMessage('cellwire:offer', '*');
      await new Promise((resolve) => setTimeout(resolve, 50));
      return messages;
    });
    expect(await agent.sources()).toEqual(before);
    expect(heard).toEqual([]);
  });

  it('an output frame has no way in', async () => {
    const code = [
      'class Evil:',
      '    def _repr_html_(self):',
      '        return """<script>',
      'for (const target of [window.top, window.parent]) {',
      '  target.postMessage({ id: 1, method: "deleteCell", params: {} }, "*");',
      '  try { target.dispatchEvent(new MessageEvent("cellwire:offer")); } catch (error) { document.title = error.name; }',
      '}',
      '</script><b>evil output</b>"""',
      'Evil()',
    ].join('\n');
    const cellId = await agent.addCode(code);
    await agent.use('execute_cell', { cellId });
    await stack.page.locator('iframe').first().waitFor();
    expect(await agent.sources()).toContain(code);
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
  });

  it('a notebook object that throws is not the end: the models still tell', async () => {
    const before = await agent.sources();
    await stack.page.evaluate(() => {
      Object.defineProperty(Reflect.get(window, 'colab').global, 'notebook', {
        get: () => {
          throw new Error('broken');
        },
      });
    });
    expect(await agent.sources()).toEqual(before);
    expect(await agent.fail('delete_cell', { cellId: 'nope' })).toMatchObject({ kind: 'not_found' });
  });
});
