import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { BRIDGE_FILE } from '../support/bridge.ts';
import { onPosix } from '../support/on-posix.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

onPosix.it('cellwire demo says why where the browser ends at once, and leaves nothing behind', async () => {
  const folder = await temporaryFolder('demo-browser');
  const browser = join(folder.path, 'browser');
  await writeFile(browser, '#!/bin/sh\necho "libnss3.so is missing" >&2\nexit 127\n', { mode: 0o755 });
  try {
    await expect(
      promisify(execFile)(process.execPath, [BRIDGE_FILE, 'demo', '--headless', '--browser', browser], {
        env: { ...process.env, TMPDIR: folder.path },
      }),
    ).rejects.toMatchObject({
      code: 1,
      stderr: `cellwire: ${browser} ended at once. It said: libnss3.so is missing\nName another browser with --browser PATH.\n`,
    });
    expect(await readdir(folder.path)).toEqual(['browser']);
  } finally {
    await folder.remove();
  }
});
