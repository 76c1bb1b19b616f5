import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { TIMINGS } from '../../bridge/limits.ts';
import { runBridge } from '../../bridge/run-bridge.ts';
import { capturedLog } from '../support/captured-log.ts';
import type { FakeTab } from '../support/fake-tab.ts';
import { anyFrame, askedId, countIds, namedId } from '../support/frames.ts';
import { FUZZ_TIMEOUT_MS, fuzzed } from '../support/fuzz.ts';
import { heldBytes } from '../support/heap.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FRAMES = 500;
const MEGABYTE = 1_000_000;
const many = (ending: boolean) => fc.array(anyFrame(ending), { minLength: FRAMES, maxLength: FRAMES });
const deep = (depth: number): string => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;

describe('whatever a tab says', () => {
  let agent: Agent;
  let tab: FakeTab;
  beforeEach(async () => {
    agent = await startAgent();
    tab = await agent.openReady();
  });
  afterEach(() => agent.close());

  /** The tab is as it was, and the bridge has read everything before. */
  async function works(): Promise<void> {
    tab.refuse(null);
    tab.show('abc123');
    tab.sendRaw('{"jsonrpc":"2.0","id":"the last","method":"ping"}');
    await expect.poll(() => tab.frames.some(({ id }) => id === 'the last')).toBe(true);
    tab.frames.length = 0;
    const { content } = await agent.call('get_cells');
    expect(content).toEqual([{ type: 'text', text: 'get_cells done' }]);
  }

  it(
    'its requests are answered, the bridge lives, the next call works, and memory is back',
    async () => {
      await works();
      let [before, sent] = [0, 0];
      await fc.assert(
        fc.asyncProperty(many(false), async (frames) => {
          for (const frame of frames) tab.sendRaw(frame);
          sent += frames.length;
          const answered = () => tab.frames.filter(({ method }) => method === undefined);
          tab.sendRaw('{"jsonrpc":"2.0","id":"read","method":"ping"}');
          await expect.poll(() => answered().some(({ id }) => id === 'read')).toBe(true);
          await works();
          agent.messages.length = 0;
          agent.forgetStderr();
          if (before === 0) before = heldBytes();
        }),
        { ...fuzzed(12), endOnFailure: true },
      );
      expect(sent).toBeGreaterThanOrEqual(12 * FRAMES);
      expect((heldBytes() - before) / MEGABYTE).toBeLessThan(15);
    },
    FUZZ_TIMEOUT_MS,
  );

  it.each([
    ['a number', '5'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['an object that says nothing', '{}'],
    ['content that is none', '{"content":5}'],
    ['content of unknown kinds', '{"content":[{"type":"__proto__","text":5},null,[]]}'],
    ['names that objects have', '{"__proto__":{"isError":true},"constructor":1,"content":[]}'],
    ['half a character', '{"content":[{"type":"text","text":"\\ud83d"}]}'],
    ['a thousand levels', `{"content":[],"structuredContent":${deep(500)}}`],
    ['a hundred thousand levels', `{"content":[],"structuredContent":${deep(50_000)}}`],
    ['a million of them', `{"content":[],"structuredContent":${deep(500_000)}}`],
  ])('a call that is answered with %s ends, and the next one works', async (_what, result) => {
    tab.onCall = () => new Promise(() => {});
    const called = agent.call('get_cells').then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    const { id } = await tab.received('tools/call');
    tab.sendRaw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
    await called;
    tab.onCall = async (name) => ({ content: [{ type: 'text', text: `${name} done` }] });
    await works();
  });

  it.each([500, 50_000, 500_000])('arguments of %i levels end with a result or a failure', async (depth) => {
    const args: unknown = JSON.parse(deep(depth));
    // The client cannot write it either: so it is written for it.
    const raw = `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"get_cells","arguments":${deep(depth)}}}`;
    expect(args).toBeTypeOf('object');
    agent.sendRaw(raw);
    await expect.poll(() => agent.messages.some((one) => 'id' in one && one.id === 'deep')).toBe(true);
    await works();
  });

  it('one that floods before it has said who it is loses the socket, and nobody else theirs', async () => {
    const mute = await agent.open({ ignores: ['cellwire/hello'] });
    const ended = mute.closed();
    const megabyte = JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { text: 'x'.repeat(MEGABYTE) } });
    for (let count = 0; count < 60; count += 1) mute.sendRaw(megabyte);
    expect((await ended).code).toBe(1009);
    await works();
  });
});

describe('whatever an agent says', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await temporaryFolder('fuzz');
  });
  afterEach(() => folder.remove());

  /** A bridge, and what it has written. */
  function start() {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { log } = capturedLog();
    const options = { tokenFile: `${folder.path}/bridge.json`, openBrowser: false, toolGroups: null };
    const timings = { ...TIMINGS, returnForCallMs: 1, returnForOpeningMs: 1, connectMs: 1 };
    const bridge = runBridge(options, { log, transport: new StdioTransport(input, output), timings });
    const written: string[] = [];
    let rest = '';
    output.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      written.push(...lines);
    });
    const say = (line: string): void => void input.write(`${line}\n`);
    say(
      '{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}',
    );
    say('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    const answers = (): Array<{ id: unknown }> =>
      written.map((line) => JSON.parse(line)).filter(({ method }) => method === undefined);
    return { say, answers, written, close: () => bridge.close() };
  }

  it(
    'every request that can be read is answered once, and the bridge lives',
    async () => {
      const bridge = start();
      await expect.poll(() => bridge.answers().length).toBe(1);
      let [before, said] = [0, 0];
      await fc.assert(
        fc.asyncProperty(many(false), async (lines) => {
          bridge.written.length = 0;
          const sane = lines.map((line) => line.trim()).filter((line) => !line.includes('\n'));
          for (const line of sane) bridge.say(line);
          said += sane.length;
          const asked = countIds(sane.map(askedId));
          const answered = () => countIds(bridge.answers().map(({ id }) => id));
          const missing = () => {
            const answers = answered();
            return [...asked].filter(([id, times]) => (answers.get(id) ?? 0) < times);
          };
          await expect.poll(missing).toEqual([]);
          // What names an id and is nothing at all is answered, too.
          const named = countIds(sane.map(namedId));
          for (const [id, times] of answered()) {
            if (id !== 'null') expect(times, id).toBeLessThanOrEqual(named.get(id) ?? 0);
          }
          bridge.written.length = 0;
          if (before === 0) before = heldBytes();
        }),
        { ...fuzzed(12), endOnFailure: true },
      );
      expect(said).toBeGreaterThan(10 * FRAMES);
      expect((heldBytes() - before) / MEGABYTE).toBeLessThan(15);
      await bridge.close();
    },
    FUZZ_TIMEOUT_MS,
  );
});
