import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../bridge/version.ts';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { BRIDGE_FILE } from '../support/bridge.ts';
import type { DoctorRun, DoctorSurroundings } from '../support/doctor.ts';
import { runDoctor, troubleIn } from '../support/doctor.ts';
import { profileWith } from '../support/fake-machine.ts';
import { isRunning } from '../support/is-running.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const isLinux = process.platform === 'linux';
const mayUnshare = isLinux && spawnSync('unshare', ['-rn', 'true']).status === 0;
const OLD_NODE =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.4"}})';

let home: TemporaryFolder;
let keysFile: string;
let env: NodeJS.ProcessEnv;

/** A home where all is in order, with a browser that is not one but says so. */
beforeEach(async () => {
  home = await temporaryFolder('doctor');
  const at = (...names: string[]): string => join(home.path, ...names);
  for (const folder of ['bin', '.cursor', '.config/cellwire', '.config/chromium/Default']) {
    await mkdir(at(folder), { recursive: true, mode: 0o700 });
  }
  await writeFile(at('bin', 'chromium'), '#!/bin/sh\necho Chromium 156.0.8078.79\n', { mode: 0o755 });
  const extension = profileWith({ path: join(projectRoot, 'dist', 'extension') });
  await writeFile(at('.config', 'chromium', 'Default', 'Preferences'), extension);
  await agentStarts(BRIDGE_FILE);
  keysFile = at('.config', 'cellwire', 'bridge.json');
  env = { HOME: home.path, PATH: at('bin'), DISPLAY: ':0' };
});
afterEach(() => home.remove());

async function agentStarts(program: string): Promise<void> {
  const mcpServers = { cellwire: { command: process.execPath, args: [program] } };
  await writeFile(join(home.path, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers }));
}

const keepPort = (port: number): Promise<void> =>
  writeFile(keysFile, JSON.stringify({ port, serverId: 'i'.repeat(16), keys: [] }), { mode: 0o600 });

const doctor = (args: string[] = [], around: Partial<DoctorSurroundings> = {}): Promise<DoctorRun> =>
  runDoctor(args, { env, ...around });

describe.runIf(isLinux)('the doctor, on a machine', () => {
  it('where all is in order, says so and ends with 0', async () => {
    const run = await doctor();
    expect(troubleIn(run)).toEqual([]);
    expect(run.code).toBe(0);
    expect(run.of('extension').says).toBe(`${VERSION}, in Chromium, profile "Default"`);
    expect(run.of('clients')).toMatchObject({ title: 'Cursor', says: `starts cellwire ${VERSION}` });
    expect(run.of('loopback').says).toContain('127.0.0.1');
    // It looked, and left nothing behind.
    await expect(stat(keysFile)).rejects.toThrow('ENOENT');
  });

  it('tells people the same, in lines that stand below each other', async () => {
    await agentStarts('/old/cellwire.js');
    const child = spawn(process.execPath, [BRIDGE_FILE, 'doctor'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      told += part;
    });
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    const lines = told.split('\n');
    const node = lines.find((line) => line.includes(' Node ')) ?? '';
    const cursor = lines.findIndex((line) => line.includes(' Cursor '));
    const column = node.indexOf(process.versions.node);
    expect(lines[cursor]?.slice(column)).toBe('starts /old/cellwire.js, which is gone');
    expect(lines[cursor + 1]).toBe(`${' '.repeat(column - 2)}> npx cellwire setup cursor`);
    expect(told).toContain('1 failure');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(160);
  });

  it('without a browser', async () => {
    env.PATH = join(home.path, 'nothing');
    const run = await doctor();
    expect(troubleIn(run)).toEqual(['failure: browser']);
    expect(run.code).toBe(1);
    expect(run.of('browser').mend).toContain('--no-browser');
    expect(troubleIn(await doctor(['--no-browser']))).toEqual([]);
  });

  it('without a display', async () => {
    delete env.DISPLAY;
    const run = await doctor();
    expect(troubleIn(run)).toEqual(['warning: display']);
    expect(run.code).toBe(0);
  });

  it('whose extension is missing', async () => {
    await writeFile(join(home.path, '.config', 'chromium', 'Default', 'Preferences'), '{}');
    const run = await doctor();
    expect(troubleIn(run)).toEqual(['failure: extension']);
    expect(run.of('extension').mend).toContain('npx cellwire setup all');
  });

  it('where another program has the port', async () => {
    const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    try {
      await keepPort(address.port);
      const run = await doctor();
      expect(troubleIn(run)).toEqual(['warning: port']);
      expect(run.of('port').says).toContain(`${address.port}, used last time, is taken by another program`);
      const asked = await doctor(['--port', String(address.port)]);
      expect(troubleIn(asked)).toEqual(['failure: port']);
      expect(asked.code).toBe(1);
    } finally {
      server.close();
    }
  });

  it('where others can read the keys, and leaves them as they are', async () => {
    await keepPort(20_123);
    await chmod(keysFile, 0o644);
    const before = await readFile(keysFile, 'utf8');
    const run = await doctor();
    expect(troubleIn(run)).toEqual(['failure: keys-file']);
    expect(run.of('keys-file').mend).toContain(`rm ${keysFile}`);
    expect(await readFile(keysFile, 'utf8')).toBe(before);
    expect((await stat(keysFile)).mode & 0o777).toBe(0o644);
  });

  it('where an agent starts a program of before; what is said mends it', async () => {
    await agentStarts('/opt/old/cellwire.js');
    const run = await doctor();
    expect(troubleIn(run)).toEqual(['failure: clients']);
    expect(run.of('clients')).toMatchObject({ title: 'Cursor', mend: 'npx cellwire setup cursor' });
    execFileSync(process.execPath, [BRIDGE_FILE, 'setup', 'cursor'], { env });
    expect(troubleIn(await doctor())).toEqual([]);
  });

  it('with a bridge that has lost its agent; what is said ends it', async () => {
    const fifo = join(home.path, 'stdin');
    execFileSync('mkfifo', [fifo]);
    // Who wrote to it is gone, but its input never ends: somebody else holds that.
    const held = await open(fifo, 'r+');
    const log = join(home.path, 'log');
    const start = `"$0" "$1" --no-browser --token-file "$2" < "$3" > /dev/null 2> "$4" & echo $!`;
    const words = [process.execPath, BRIDGE_FILE, join(home.path, 'other.json'), fifo, log];
    const pid = Number(execFileSync('/bin/sh', ['-c', start, ...words], { env, encoding: 'utf8' }));
    try {
      await expect.poll(() => readFile(log, 'utf8').catch(() => '')).toContain('Listening');
      const { status, says, mend = '' } = (await doctor()).of('processes');
      expect(status).toBe('warning');
      expect(says).toMatch(new RegExp(`without an agent \\(process .*\\b${pid}\\b`));
      expect(mend).toMatch(new RegExp(`^kill .*\\b${pid}\\b`));
      process.kill(pid);
      await expect.poll(() => isRunning(pid)).toBe(false);
    } finally {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      await held.close();
    }
  });

  it.runIf(mayUnshare)('where programs cannot reach each other', async () => {
    const run = await doctor([], { under: ['/usr/bin/unshare', '-rn'] });
    expect(troubleIn(run)).toEqual(['failure: loopback']);
    expect(run.of('loopback').mend).toBe('sudo ip link set lo up');
  });

  it('with a Node that is too old', async () => {
    const run = await doctor([], { nodeArguments: ['--import', OLD_NODE] });
    expect(run.findings).toEqual([
      expect.objectContaining({ check: 'node', status: 'failure', says: expect.stringContaining('18.20.4') }),
    ]);
    expect(run.code).toBe(1);
  });

  it.each([
    ['--jsn', /^cellwire doctor: Unknown option '--jsn'\. Try "cellwire doctor --help"\.$/m],
    ['--port=x', /^cellwire doctor: --port takes a number/],
  ])('is asked in a way that it does not understand: %s', (flag, complaint) => {
    const { status, stderr } = spawnSync(process.execPath, [BRIDGE_FILE, 'doctor', flag], {
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(complaint);
  });

  it('is asked for help', () => {
    const told = execFileSync(process.execPath, [BRIDGE_FILE, 'doctor', '--help'], { env, encoding: 'utf8' });
    expect(told).toContain('Usage: cellwire doctor');
  });
});
