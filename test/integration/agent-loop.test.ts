import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { AtWorkOptions, Worked } from '../support/agent-at-work.ts';
import { letWork } from '../support/agent-at-work.ts';
import type { Reply } from '../support/model-endpoint.ts';
import { LocalEndpoint } from '../support/model-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { FakeTool, FakeToolServer } from '../support/tool-server.ts';
import { fakeToolServer, saying } from '../support/tool-server.ts';

const PICTURE = 'iVBORw0KGgo=';
const KEY = 'sk-a-key-for-tests';

const cleanUp: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

const ranOk: FakeTool = async () => saying({ status: 'ok', outputs: [], runId: 'run-1', durationMs: 1 });
const notebook: Record<string, FakeTool> = {
  get_cells: async () => saying({ cells: [], total: 0 }),
  add_code_cell: async () => saying({ newCellId: 'c1' }),
  execute_code: ranOk,
  view_output: async () => ({
    content: [
      { type: 'text', text: '{}' },
      { type: 'image', mimeType: 'image/png', data: PICTURE },
    ],
  }),
  interrupt_execution: async () => saying({ interrupted: true, cancelledRuns: [] }),
};

describe.each(['openai', 'anthropic'] as const)('with an endpoint that speaks %s', (api) => {
  let endpoint: LocalEndpoint;
  let server: FakeToolServer;

  async function work(
    replies: Reply[],
    options: Partial<AtWorkOptions> & { tools?: Record<string, FakeTool> } = {},
  ): Promise<Worked> {
    await prepare(replies, options.tools);
    return letWork({ api, endpoint, server, ...options });
  }

  async function prepare(replies: Reply[], tools = notebook): Promise<void> {
    endpoint = await LocalEndpoint.start(replies, KEY);
    cleanUp.push(() => endpoint.close());
    server = await fakeToolServer(tools);
    cleanUp.push(() => server.close());
  }

  it('plans, acts, observes, and ends with what the model says', async () => {
    const { ending, shown } = await work([
      { text: 'I look first.', calls: [{ name: 'get_cells', args: { cellIndexStart: 0 } }] },
      { text: 'The notebook is empty.' },
    ]);
    expect(ending).toBe('done');
    expect(server.calls).toEqual([{ name: 'get_cells', args: { cellIndexStart: 0 } }]);
    expect(shown).toContain('I look first.\n  → get_cells(cellIndexStart: 0)\n  ← 0 cells\n');
    expect(shown).toContain('The notebook is empty.');
    expect(shown).toMatch(/Done: 1 tool call in [\d.]+ s \(2 steps, 30 tokens\)\./);
    const asked = JSON.stringify(endpoint.last.body);
    expect(asked).toContain('Use them well.');
    expect(asked).toContain('Does get_cells.');
    expect(asked).toContain(JSON.stringify(JSON.stringify({ cells: [], total: 0 })));
  });

  it('makes several calls of one answer in their order, and answers each', async () => {
    const calls = [
      { name: 'get_cells' },
      { name: 'add_code_cell', args: { code: '1' } },
      { name: 'get_cells' },
    ];
    const { ending } = await work([{ calls }, { text: 'ok' }], { allowed: ['edit'] });
    expect(ending).toBe('done');
    expect(server.calls.map(({ name }) => name)).toEqual(['get_cells', 'add_code_cell', 'get_cells']);
  });

  it('tells the model of tools that there are not, and of arguments that are no JSON', async () => {
    const { ending } = await work([
      { calls: [{ name: 'rm_rf', args: {} }] },
      { calls: [{ name: 'get_cells', rawArgs: '{"cellIndexStart": ' }] },
      { calls: [{ name: 'get_cells', rawArgs: '[1]' }] },
      { calls: [{ name: 'get_cells', rawArgs: '' }] },
      { text: 'Now I know.' },
    ]);
    expect(ending).toBe('done');
    const said = endpoint.requests.map(({ body }) => JSON.stringify(body));
    expect(said[1]).toContain('There is no tool \\"rm_rf\\". The tools are: get_cells');
    expect(said[2]).toContain('The arguments are no JSON: ');
    expect(said[3]).toContain('The arguments are no JSON object.');
    // Only the last of them was a call.
    expect(server.calls).toEqual([{ name: 'get_cells', args: {} }]);
  });

  it('carries out nothing of an answer that was cut off', async () => {
    const { ending } = await work(
      [
        { calls: [{ name: 'execute_code', args: { code: 'rm(' } }], isCutOff: true },
        { text: 'I beg', isCutOff: true },
        { text: 'Shorter now.' },
      ],
      { allowed: ['run'] },
    );
    expect(ending).toBe('done');
    expect(server.calls).toEqual([]);
    expect(JSON.stringify(endpoint.last.body)).toContain('was cut off, so nothing of it was carried out');
  });

  it('shows the model pictures, and goes on without where they are refused', async () => {
    const { shown, ending } = await work([
      { calls: [{ name: 'view_output' }] },
      { status: 400, body: '{"error":{"message":"image input is not supported"}}' },
      { calls: [{ name: 'view_output' }] },
      { text: 'seen' },
    ]);
    const [, withPicture, without, later] = endpoint.requests.map(({ body }) => JSON.stringify(body));
    expect(withPicture).toContain(PICTURE);
    expect(without).not.toContain(PICTURE);
    expect(without).toContain('There was a picture, too, which you cannot be shown');
    expect(later).not.toContain(PICTURE);
    expect(shown).toContain('image input is not supported. Trying once more without pictures.');
    expect(ending).toBe('done');
  });

  describe('errors of the endpoint', () => {
    it('says at once that the key is refused, without the key', async () => {
      const { ending, shown, waits } = await work([], { key: 'sk-another-key-of-mine' });
      expect(ending).toBe('failed');
      expect(waits).toEqual([]);
      expect(shown).toContain('The endpoint refused the key (401): Incorrect API key provided: [hidden].');
      expect(shown).not.toContain('sk-another');
    });

    it('waits as long as it is told to after too many requests', async () => {
      const { ending, shown, waits } = await work([
        { status: 429, headers: { 'retry-after': '7' } },
        { status: 429 },
        { text: 'ok' },
      ]);
      expect(ending).toBe('done');
      expect(waits).toEqual([7_000, 2_000]);
      expect(shown).toContain('too many requests (429): status 429. Trying again in 7 s (2 of 5).');
      expect(shown).toContain('(3 steps, 15 tokens)');
    });

    it('does not wait for an hour, nor for a quota to come back', async () => {
      const long = await work([{ status: 429, headers: { 'retry-after': '3600' } }]);
      expect(long).toMatchObject({ ending: 'failed', waits: [] });
      expect(long.shown).toContain('It asks to wait 3600 s');
      const quota = await work([
        { status: 429, body: '{"error":{"message":"no money","code":"insufficient_quota"}}' },
      ]);
      expect(quota).toMatchObject({ ending: 'failed', waits: [] });
      expect(quota.shown).toContain('no money');
    });

    it.each<[string, Reply, string]>([
      ['fails', { status: 503, body: 'upstream is gone' }, '(503): upstream is gone'],
      [
        'answers no JSON',
        { raw: '<html>Bad gateway</html>' },
        'something that is no JSON (status 200): <html>',
      ],
      ['answers other JSON', { raw: '{"result": "hello"}' }, 'is not what this API answers'],
      ['drops the connection', 'drop', 'No answer from http://127.0.0.1:'],
    ])('asks again when it %s, and gives up in the end', async (_what, fault, words) => {
      const better = await work([fault, { text: 'ok' }]);
      expect(better).toMatchObject({ ending: 'done', waits: [1_000] });
      expect(better.shown).toContain(words);
      const worse = await work([fault, fault, fault, fault, fault, { text: 'never asked for' }]);
      expect(worse).toMatchObject({ ending: 'failed', waits: [1_000, 2_000, 4_000, 8_000] });
      expect(worse.shown).toContain('Given up after 5 tries.');
      expect(endpoint.requests).toHaveLength(5);
    });

    it('asks again when no answer comes in time', async () => {
      const { ending, shown } = await work(['hang', { text: 'ok' }], { timeoutMs: 300 });
      expect(ending).toBe('done');
      expect(shown).toContain('did not answer within 0.3 s');
    });

    it('asks again only within the budget', async () => {
      const { ending, shown } = await work([{ status: 500 }, { status: 500 }, { text: 'too late' }], {
        limits: { steps: 2 },
      });
      expect(ending).toBe('failed');
      expect(shown).toContain('No steps are left to try again.');
      expect(endpoint.requests).toHaveLength(2);
    });

    it('does not follow the endpoint elsewhere with the key', async () => {
      await prepare([]);
      const other = endpoint;
      const { ending, shown } = await work([{ status: 307, headers: { location: `${other.url}/v1` } }]);
      expect(ending).toBe('failed');
      expect(shown).toContain(`sends on to ${other.url}/v1`);
      expect(other.requests).toEqual([]);
    });
  });

  describe('the budget', () => {
    const again = { calls: [{ name: 'get_cells' }] };

    it('of steps ends the work, and says what was done', async () => {
      const { ending, shown } = await work([again, again, again], { limits: { steps: 2 } });
      expect(ending).toBe('budget');
      expect(server.calls).toHaveLength(2);
      expect(shown).toContain(
        'The budget of 2 steps is used up (--max-steps). Until then: 2 tool calls (get_cells × 2)',
      );
    });

    it('of tokens ends the work', async () => {
      const dear = { ...again, usage: { input: 900, output: 101 } };
      const { ending, shown } = await work([dear, dear], { limits: { tokens: 1_000 } });
      expect(ending).toBe('budget');
      expect(shown).toContain('The budget of 1,000 tokens is used up: 1,001 (--max-tokens).');
      expect(endpoint.requests).toHaveLength(1);
    });

    it('counts by characters where the endpoint does not count', async () => {
      const { shown } = await work([{ text: 'ok', usage: null }]);
      expect(shown).toMatch(/1 step, about \d{3,} tokens/);
    });
  });

  describe('without a terminal', () => {
    it('refuses what was not allowed, in words, and does what was', async () => {
      const { ending, shown } = await work(
        [
          { calls: [{ name: 'add_code_cell', args: { code: '1' } }] },
          { calls: [{ name: 'add_code_cell', args: { code: '1', run: true } }] },
          { text: 'I may not.' },
        ],
        { allowed: ['edit'] },
      );
      expect(ending).toBe('done');
      expect(server.calls).toEqual([{ name: 'add_code_cell', args: { code: '1' } }]);
      expect(shown).toContain('there is no terminal to ask in');
      expect(shown).toContain('(1 not made)');
      expect(JSON.stringify(endpoint.last.body)).toContain('--yes run');
    });
  });

  describe('when the user ends it', () => {
    it('interrupts what runs, and says what was done', async () => {
      const stop = new AbortController();
      let cancelled = false;
      const tools = {
        ...notebook,
        execute_code: (async (_args, signal) => {
          signal.addEventListener('abort', () => {
            cancelled = true;
          });
          stop.abort();
          await once(signal, 'abort');
          return saying({});
        }) satisfies FakeTool,
      };
      const { ending, shown } = await work(
        [{ calls: [{ name: 'get_cells' }, { name: 'execute_code', args: { code: 'while True: pass' } }] }],
        { tools, allowed: ['run'], signal: stop.signal },
      );
      expect(ending).toBe('stopped');
      expect(server.calls.map(({ name }) => name)).toEqual([
        'get_cells',
        'execute_code',
        'interrupt_execution',
      ]);
      expect(cancelled).toBe(true);
      expect(shown).toContain('What was running is interrupted.');
      expect(shown).toContain('Stopped by you: 1 tool call (get_cells; execute_code was under way)');
    });

    it('interrupts what it has left running, too, and nothing else', async () => {
      const stop = new AbortController();
      const running = {
        ...notebook,
        execute_code: async () => saying({ status: 'running', runId: 'r', outputs: [] }),
      };
      const steps: Reply[] = [{ calls: [{ name: 'execute_code' }] }, 'hang'];
      await prepare(steps, running);
      const end = (): void => {
        if (endpoint.requests.length === 2) stop.abort();
      };
      endpoint.on('request', end);
      await letWork({ api, endpoint, server, allowed: ['run'], signal: stop.signal });
      expect(server.calls.map(({ name }) => name)).toEqual(['execute_code', 'interrupt_execution']);

      const quiet = new AbortController();
      await prepare([{ calls: [{ name: 'execute_code' }] }, 'hang']);
      endpoint.on('request', () => endpoint.requests.length === 2 && quiet.abort());
      await letWork({ api, endpoint, server, allowed: ['run'], signal: quiet.signal });
      expect(server.calls.map(({ name }) => name)).toEqual(['execute_code']);
    });
  });

  it('keeps a transcript as lines of JSON, without key, links or pictures', async () => {
    const folder = await temporaryFolder('transcript');
    cleanUp.push(() => folder.remove());
    const transcriptFile = join(folder.path, 'transcript.jsonl');
    const link = 'https://colab.research.google.com/#mcpProxyToken=abc.def&mcpProxyPort=1&cellwireProof=x.y';
    const tools = {
      ...notebook,
      get_cells: async () => ({
        ...saying({}),
        content: [{ type: 'text' as const, text: `${link} ${KEY}` }],
      }),
    };
    await work(
      [
        { text: `My key is ${KEY}.`, calls: [{ name: 'get_cells' }, { name: 'view_output' }] },
        { text: 'ok' },
      ],
      { tools, transcriptFile },
    );
    const text = await readFile(transcriptFile, 'utf8');
    const lines: Array<{ kind: string }> = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ kind }) => kind).join(' ')).toBe(
      'begin say call allowed result call allowed result say end',
    );
    expect(lines[7]).toMatchObject({ pictures: [{ mimeType: 'image/png', bytes: 9 }] });
    for (const secret of [KEY, 'abc.def', 'x.y', PICTURE]) expect(text).not.toContain(secret);
    expect(text).toContain('mcpProxyToken=[hidden]&mcpProxyPort=1');
  });

  it('tells when the MCP server is gone', async () => {
    const tools: Record<string, FakeTool> = {
      get_cells: async () => {
        await server.close();
        return saying({});
      },
    };
    const { ending, shown } = await work([{ calls: [{ name: 'get_cells' }] }], { tools });
    expect(ending).toBe('failed');
    expect(shown).toContain('The MCP server is gone.');
    cleanUp.pop();
  });
});
