import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import card from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../scripts/setup/command.mjs';
import { isAtLength } from '../support/at-length.ts';
import { browserPath } from '../support/browser.ts';
import { onPosix } from '../support/on-posix.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a clone does not have, and what is large. */
const NOT_CLONED = ['.git', '.cache', 'bench', 'dist', 'node_modules'];

/** Three builds, beside the browsers of other tests. */
const TIMEOUT_MS = 180_000;

describe.skipIf(!isAtLength)('in a clone in which nothing is built yet', { timeout: TIMEOUT_MS }, () => {
  let folder: TemporaryFolder;
  let env: NodeJS.ProcessEnv;
  let clone: string;

  beforeAll(async () => {
    folder = await temporaryFolder('clone');
    clone = join(folder.path, 'cellwire (1) Ä');
    await cp(projectRoot, clone, {
      recursive: true,
      filter: (path) => !NOT_CLONED.includes(relative(projectRoot, path)),
    });
    await symlink(join(projectRoot, 'node_modules'), join(clone, 'node_modules'));
    const { PATH } = process.env;
    // CI: there is nobody to look at a window.
    env = { PATH, HOME: folder.path, CI: 'true', CELLWIRE_BROWSER: await browserPath() };
  });
  afterAll(() => folder.remove());

  const run = async (command: string): Promise<string> =>
    (await promisify(execFile)('sh', ['-c', command], { cwd: clone, env })).stdout;

  onPosix.it('npm start builds, shows an agent at work, and says where the picture is', async () => {
    const said = await run('npm start');
    expect(said).toContain('Done: 20 tool calls');
    expect(said).toMatch(/^Screenshot: .+\.png$/m);
  });

  onPosix.it('npm run package makes what is released', async () => {
    await run('npm run package');
    expect(await readdir(join(clone, 'dist'))).toEqual(
      expect.arrayContaining([
        ...['bridge', 'extension', 'playground', 'playground-server'],
        ...[`cellwire-${card.version}.tgz`, 'cellwire-extension.zip', 'cellwire.mcpb'],
      ]),
    );
  });

  onPosix.it('npm run -s playground -- --port 0 says where it is', async () => {
    const options = { cwd: clone, env, detached: true } as const;
    const child = spawn('sh', ['-c', 'npm run -s playground -- --port 0'], options);
    const ended = once(child, 'close');
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
    expect(JSON.parse(String(line))).toMatchObject({
      url: expect.stringMatching(/^https:\/\/localhost:\d+\//),
    });
    process.kill(-(child.pid ?? 0));
    await ended;
  });
});
