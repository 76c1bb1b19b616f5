import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent, printed } from '../support/agent.ts';
import { allowAll } from '../support/allow-all.ts';
import type { KernelName } from '../support/playground.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';

const hasJupyter = (await findJupyter()) !== undefined;
/** As the playground has it: see `playground/kernel/python/userdata.py`. */
const VALUE = 'pk-Zebra/42+gizmo=quill';

describe.each<KernelName>(['pyodide', ...(hasJupyter ? (['jupyter'] as const) : [])])(
  'secrets on the playground with %s',
  (kernel) => {
    let stack: Stack;
    let agent: Agent;
    beforeAll(async () => {
      stack = await startStack({ kernel });
      agent = createAgent(callerOf(stack.client));
      await allowAll(stack);
    });
    afterAll(() => stack?.close());

    it('come into the environment, and the value is nowhere to be seen', async () => {
      expect(await agent.use('use_secret', { name: 'PLAYGROUND_KEY' })).toMatchObject({
        environmentVariable: 'PLAYGROUND_KEY',
      });
      const run = await agent.use('execute_code', {
        code: 'import os\nprint(len(os.environ["PLAYGROUND_KEY"]), os.environ["PLAYGROUND_KEY"])',
      });
      expect(printed(run)).toBe(`${VALUE.length} [secret]\n`);
    });

    it.each([
      ['reversed', 'print(v[::-1])'],
      ['in base64', 'import base64\nprint(base64.b64encode(("ab" + v + "cd").encode()).decode())'],
      ['in hex', 'print(v.encode().hex())'],
      ['as a result', 'v'],
      ['in a traceback', 'raise ValueError("no " + v)'],
      ['in a traceback of its own line', `assert v != "${VALUE}"`],
      ['in an address', 'import urllib.parse\nprint(urllib.parse.quote(v))'],
    ])('are taken out when printed %s', async (_, code) => {
      const { text } = await agent.ask('execute_code', {
        code: `import os\nv = os.environ["PLAYGROUND_KEY"]\n${code}`,
      });
      expect(text).toContain('[secret]');
      for (const part of ['Zebra', 'gizmo', 'arbeZ', 'ozmig', Buffer.from('gizmo').toString('hex')])
        expect(text).not.toContain(part);
    });

    it('are taken out of cells and their outputs, and where an output is cut in the middle', async () => {
      const cellId = await agent.addCode('import os\nprint("key", os.environ["PLAYGROUND_KEY"] * 3)');
      await agent.use('execute_cell', { cellId });
      const { text } = await agent.ask('get_cells', { includeOutputs: true });
      expect(text).toContain('key [secret]');
      expect(text).not.toContain('gizmo');
      const { contents } = await stack.client.readResource({
        uri: (await stack.client.listResources()).resources[0]?.uri ?? '',
      });
      expect(JSON.stringify(contents)).not.toContain('gizmo');
      const run = await agent.use('execute_code', {
        code: 'print("key", os.environ["PLAYGROUND_KEY"] * 50)',
        maxOutputChars: 100,
      });
      expect(JSON.stringify(run)).not.toMatch(/pk-Z|zmo=|quill/);
    });

    it('are named as far as that is possible', async () => {
      await agent.addCode('from google.colab import userdata\nx = userdata.get("OTHER_KEY")');
      expect(await agent.use('list_secrets')).toMatchObject({
        names: ['OTHER_KEY', 'PLAYGROUND_KEY'],
        isComplete: false,
      });
    });

    it.each([
      ['NO_SUCH_KEY', 'not_found'],
      ['PLAYGROUND_LOCKED', 'user_action_required'],
      ['PLAYGROUND_PIN', 'unsupported'],
    ])('%s is refused', async (name, kind) => {
      expect(await agent.fail('use_secret', { name })).toMatchObject({ kind });
      const run = await agent.use('execute_code', { code: `import os\nprint("${name}" in os.environ)` });
      expect(printed(run)).toBe('False\n');
    });
  },
);
