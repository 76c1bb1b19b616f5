// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how scripts refer to results.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BRIDGE_FILE } from '../support/bridge.ts';
import { isRunning } from '../support/is-running.ts';
import type { Reply } from '../support/model-endpoint.ts';
import { LocalEndpoint } from '../support/model-endpoint.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const KEY = 'sk-a-key-that-nobody-may-see';

let folder: TemporaryFolder;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  folder = await temporaryFolder('agent');
  cleanUp = [() => folder.remove()];
});

afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
});

async function endpointWith(replies: Reply[]): Promise<LocalEndpoint> {
  const endpoint = await LocalEndpoint.start(replies, KEY);
  cleanUp.push(() => endpoint.close());
  return endpoint;
}

const bridgeFlags = (): string[] => ['--no-browser', '--token-file', join(folder.path, 'bridge.json')];

const fileOf = (name: string): string => join(folder.path, name);

/** The words after `node`, for a model behind this endpoint and a bridge without a browser. */
function withModel({ url }: LocalEndpoint, ...flags: string[]): string[] {
  const model = ['--base-url', `${url}/v1`, '--model', 'a-model', '--transcript', fileOf('t.jsonl')];
  return [BRIDGE_FILE, 'agent', 'Do it.', ...model, ...flags, '--', ...bridgeFlags()];
}

function start(command: string, args: string[]) {
  const child = spawn(command, args, { env: { ...process.env, CELLWIRE_AGENT_KEY: KEY }, stdio: 'pipe' });
  cleanUp.push(() => child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  let look = (): void => {};
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    look();
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exit = once(child, 'close').then(([code]: unknown[]) => ({ code, stdout, stderr }));
  const saying = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => stdout.includes(text) && resolve();
      look();
      void exit.then(() => reject(new Error(`It ended without "${text}": ${stdout}${stderr}`)));
    });
  return { child, exit, saying };
}

const lookAtStatus: Reply = { text: 'I look.', calls: [{ name: 'get_status' }] };

describe('cellwire agent', () => {
  it('starts the bridge itself, and tells the model what its tools say', async () => {
    const endpoint = await endpointWith([lookAtStatus, { text: 'Nothing is connected.' }]);
    const { code, stdout } = await start(process.execPath, withModel(endpoint)).exit;
    expect(stdout).toContain('→ get_status()');
    expect(stdout).toContain('Nothing is connected.');
    expect(code).toBe(0);
    expect(JSON.stringify(endpoint.last.body)).toContain('open_colab_browser_connection');
    const written = await readFile(fileOf('t.jsonl'), 'utf8');
    expect(written).toContain('not_connected');
    expect(written + stdout).not.toContain(KEY);
    expect(written).not.toMatch(/mcpProxyToken=(?!\[hidden\])/);
  });

  it('ends in good order when it is told to, with the bridge, which never saw the key', async () => {
    const endpoint = await endpointWith([lookAtStatus, 'hang']);
    const agent = start(process.execPath, withModel(endpoint));
    while (endpoint.requests.length < 2) await once(endpoint, 'request');
    const { pid = 0 } = agent.child;
    const children = process.platform === 'linux' ? await childrenOf(pid) : [];
    for (const one of children) expect(await readFile(`/proc/${one}/environ`, 'utf8')).not.toContain(KEY);
    agent.child.kill('SIGINT');
    const { code, stdout } = await agent.exit;
    expect(stdout).toContain('Stopped by you: 1 tool call (get_status; 1 failed)');
    expect(code).toBe(130);
    if (process.platform === 'linux') expect(children).toHaveLength(1);
    expect(children.filter(isRunning)).toEqual([]);
  });

  it('replays a script, with no model and no key', async () => {
    const script = fileOf('plan.json');
    const steps = [
      { say: 'First.', call: 'list_notebooks', as: 'open' },
      { say: 'There are ${open.notebooks}.' },
    ];
    await writeFile(script, JSON.stringify({ goal: 'look', steps }));
    const args = [BRIDGE_FILE, 'agent', '--script', script];
    const { code, stdout } = await start(process.execPath, [...args, '--', ...bridgeFlags()]).exit;
    expect(stdout).toContain('There are [].');
    expect(stdout).toMatch(/Done: 1 tool call in [\d.]+ s\.\n$/);
    expect(code).toBe(0);

    const server = `"${process.execPath}" "${BRIDGE_FILE}" ${bridgeFlags().join(' ')}`;
    const other = await start(process.execPath, [...args, '--server', server]).exit;
    expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining('There are [].') });
  });

  it('says what is wrong before anything is done', async () => {
    const script = fileOf('plan.json');
    await writeFile(script, '{"goal": "g", "steps": [');
    const broken = await start(process.execPath, [BRIDGE_FILE, 'agent', '--script', script]).exit;
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('The script cannot be read') });

    await writeFile(script, '{"goal": "g", "steps": [{"say": "hi"}]}');
    const args = [BRIDGE_FILE, 'agent', '--script', script];
    const none = await start(process.execPath, [...args, '--server', fileOf('nothing')]).exit;
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no such program') });
    const dead = await start(process.execPath, [...args, '--', '--port', 'x']).exit;
    expect(dead).toMatchObject({ code: 1, stderr: expect.stringContaining('--port takes a number') });
    const nowhere = await start(process.execPath, [...args, '--transcript', fileOf('no/such/folder')]).exit;
    expect(nowhere).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The transcript cannot be written'),
    });
  });

  // `script` gives a program a terminal; elsewhere it is another program of that name.
  describe.skipIf(process.platform !== 'linux')('at a terminal', () => {
    const inTerminal = (args: string[]) => {
      const command = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
      return start('script', ['--quiet', '--return', '--echo', 'never', '--command', command, '/dev/null']);
    };

    it('asks, does what is allowed, and leaves what is not', async () => {
      const add = (code: string) => ({ calls: [{ name: 'add_code_cell', args: { code } }] });
      const endpoint = await endpointWith([add('print(1)'), add('print(2)'), { text: 'As you wish.' }]);
      const { child, exit, saying } = inTerminal(withModel(endpoint));
      await saying('code: print(1)');
      await saying('why not: ');
      child.stdin.write('y\n');
      await saying('code: print(2)');
      child.stdin.write('not two\n');
      const { code, stdout } = await exit;
      expect(stdout).toContain('The agent wants to change cells of this notebook:');
      expect(stdout).toContain('As you wish.');
      expect(code).toBe(0);
      const asked = endpoint.requests.map(({ body }) => JSON.stringify(body));
      expect(asked[1]).toContain('not_connected');
      expect(asked[2]).toContain('The user says: not two');
    });

    it('Ctrl+C reaches the agent, not its bridge, and ends a question', async () => {
      const endpoint = await endpointWith([
        lookAtStatus,
        { calls: [{ name: 'execute_code', args: { code: '1' } }] },
      ]);
      const { child, exit, saying } = inTerminal(withModel(endpoint));
      await saying('why not: ');
      child.stdin.write('\u0003');
      const { code, stdout } = await exit;
      expect(stdout).toContain('Stopped by you: 1 tool call (get_status; 1 failed)');
      expect(code).toBe(130);
    });
  });
});

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}
