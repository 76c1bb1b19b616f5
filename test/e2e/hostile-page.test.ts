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

  it('cannot take the channel over: later offers are not heard, and nothing is offered twice', async () => {
    const cellId = await agent.addCode('keep me');
    const before = await agent.sources();
    await stack.page.evaluate((victim) => {
      const heard: unknown[] = [];
      Reflect.set(window, 'heard', heard);
      const deletion = { id: 1, method: 'deleteCell', params: { cellId: victim } };
      const { port1, port2 } = new MessageChannel();
      // What the session would say to the page agent, if it took this for it.
      port1.onmessage = ({ data }) => heard.push(data);
      // What the page agent would obey, if it gave its port away again.
      addEventListener('cellwire:offer', (event) => {
        if (!(event instanceof MessageEvent) || event.ports[0] === port2) return;
        heard.push('got a port');
        event.ports[0]?.postMessage(deletion);
      });
      dispatchEvent(new MessageEvent('cellwire:offer', { ports: [port2], cancelable: true }));
      dispatchEvent(new Event('cellwire:ask'));
      window.postMessage(deletion, '*');
      dispatchEvent(new MessageEvent('message', { data: deletion }));
    }, cellId);
    // Two calls later, whatever was to be heard or done has been.
    expect(await agent.sources()).toEqual(before);
    expect(await agent.sources()).toEqual(before);
    expect(await stack.page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
  });

  it('an output frame has no way in', async () => {
    const victim = await agent.addCode('keep me too');
    const code = [
      'class Evil:',
      '    def _repr_html_(self):',
      '        return """<b>evil output</b> <i>waits</i><script>',
      `const deletion = { id: 1, method: "deleteCell", params: { cellId: "${victim}" } };`,
      'const { port1, port2 } = new MessageChannel();',
      'port1.postMessage(deletion);',
      'const offer = new MessageEvent("cellwire:offer", { ports: [port2] });',
      'const tries = [window.top, window.parent].map((target) => {',
      '  target.postMessage(deletion, "*");',
      '  try { target.dispatchEvent(offer); return "got in"; } catch (error) { return error.name; }',
      '});',
      'document.querySelector("i").textContent = tries.join();',
      '</script>"""',
      'Evil()',
    ].join('\n');
    const cellId = await agent.addCode(code);
    await agent.use('execute_cell', { cellId });
    const output = stack.page.frameLocator('iframe').locator('i');
    await expect.poll(() => output.textContent()).toBe('SecurityError,SecurityError');
    expect(await agent.sources()).toEqual(expect.arrayContaining(['keep me too', code]));
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
