import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toolsOf } from '../../bridge/cli/agent/tool-server.ts';
import { letAgentWork } from '../../bridge/cli/demo/let-agent-work.ts';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent, resultText } from '../support/agent.ts';
import { letWork } from '../support/agent-at-work.ts';
import { LocalEndpoint } from '../support/model-endpoint.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let stack: Stack;
let agent: Agent;

beforeAll(async () => {
  stack = await startStack({ clientName: 'Example agent' });
  agent = createAgent(callerOf(stack.client));
});
afterAll(() => stack.close());

it('the example writes its notebook, repairs its chart and says what it found', async () => {
  let shown = '';
  const folder = await temporaryFolder('transcript');
  const file = join(folder.path, 'transcript.jsonl');
  const isDone = await letAgentWork(stack.client, {
    file,
    paceMs: 0,
    signal: new AbortController().signal,
    write: (text) => {
      shown += text;
    },
  });
  expect(shown).toMatch(/Done: 20 tool calls in [\d.]+ s\.\n$/);
  expect(isDone).toBe(true);
  const sources = await agent.sources();
  expect(sources).toHaveLength(7);
  expect(sources[4]).toMatch(/Chart\(history\)$/);
  expect(sources[6]).toContain(
    'The last throw: 100,000 darts: pi is about 3.14296, off by 0.00137 (the aim was 0.003).',
  );
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await folder.remove();
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'end', ending: 'done' });
});

it('a model sees the picture that a cell shows', async () => {
  const cellId = await agent.addCode(
    `import base64\n\nclass Dot:\n    def _repr_png_(self):\n        return base64.b64decode("${DOT}")\n\nDot()`,
  );
  await agent.use('execute_cell', { cellId });
  const endpoint = await LocalEndpoint.start([
    { calls: [{ name: 'view_output', args: { cellId } }] },
    { text: 'A dot.' },
  ]);
  try {
    const { ending } = await letWork({ api: 'anthropic', endpoint, server: await toolsOf(stack.client) });
    expect(ending).toBe('done');
    expect(JSON.stringify(endpoint.last.body.messages)).toContain('"media_type":"image/png"');
  } finally {
    await endpoint.close();
  }
});

it('what a model runs is interrupted when the user ends the agent', async () => {
  const stop = new AbortController();
  const endpoint = await LocalEndpoint.start([
    {
      calls: [
        {
          name: 'execute_code',
          args: { code: 'import time\nwhile True: time.sleep(0.01)', timeoutSeconds: 1 },
        },
      ],
    },
    'hang',
  ]);
  endpoint.on('request', () => endpoint.requests.length === 2 && stop.abort());
  try {
    const server = await toolsOf(stack.client);
    const { ending, shown } = await letWork({
      api: 'openai',
      endpoint,
      server,
      allowed: ['run'],
      signal: stop.signal,
    });
    expect(ending).toBe('stopped');
    expect(shown).toMatch(/What was running is (interrupted|told to stop)/);
    expect(resultText(await agent.use('execute_code', { code: '6 * 7' }))).toBe('42');
  } finally {
    await endpoint.close();
  }
  expect(stack.problems.found).toEqual([]);
});
