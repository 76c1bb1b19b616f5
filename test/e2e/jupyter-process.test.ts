import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import { isRunning } from '../support/is-running.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const python = await findJupyter();

// Signals are a matter of Unix: on Windows a process can only be ended.
describe.skipIf(!python || process.platform === 'win32')('the Jupyter server of the playground', () => {
  let temporary: TemporaryFolder;
  let playground: ChildProcess;

  beforeEach(async () => {
    temporary = await temporaryFolder('jupyter');
    playground = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', '--import', './scripts/setup/python-files.mjs'],
        'playground/server/main.ts',
        ...['--kernel', 'jupyter', '--python', python ?? ''],
      ],
      {
        cwd: projectRoot,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, TMPDIR: temporary.path },
      },
    );
  });
  afterEach(async () => {
    playground.kill('SIGKILL');
    await temporary.remove();
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('ends with it, by %s', async (signal) => {
    const line = playground.stdout ? String((await once(playground.stdout, 'data'))[0]) : '';
    expect(JSON.parse(line)).toMatchObject({ url: expect.stringMatching(/^https:\/\/localhost:\d+\//) });
    const pid = await jupyterPid();
    expect(isRunning(pid)).toBe(true);
    playground.kill(signal);
    await vi.waitUntil(() => !isRunning(pid), { timeout: 15_000 });
    await vi.waitUntil(async () => (await left()).length === 0, { timeout: 5_000 });
  });

  /** What is still there of the server's own folder. */
  async function left(): Promise<string[]> {
    return (await readdir(temporary.path)).filter((name) => name.startsWith('playground-jupyter'));
  }

  /** The server's file about itself has its process id in its name. */
  async function jupyterPid(): Promise<number> {
    const files = await readdir(temporary.path, { recursive: true });
    return Number(files.map((file) => /jpserver-(\d+)\.json$/.exec(file)?.[1]).find(Boolean));
  }
});
