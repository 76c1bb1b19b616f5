import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import freeMemory from '../../../src/kernel/free_memory.py?raw';
import runtimeInfo from '../../../src/kernel/runtime_info.py?raw';
import { describePython, ipython, runPython } from '../../support/python.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describePython('the runtime', (python, engine) => {
  it('tells what it has, and leaves out what it cannot know', async () => {
    const found = await python().call(runtimeInfo, { packages: ['no-such-package'] });
    expect(found).toMatchObject({
      python: expect.stringMatching(/^3\.\d+/),
      implementation: 'CPython',
      folder: expect.stringContaining('/'),
      packages: { 'no-such-package': null },
    });
    if (engine === 'pyodide') {
      for (const key of ['cpu', 'memory', 'disk', 'gpus', 'uptimeSeconds'])
        expect(found).not.toHaveProperty(key);
    } else {
      expect(found).toMatchObject({
        cpu: { count: expect.any(Number) },
        disk: { total: expect.any(Number), free: expect.any(Number) },
        packages: { numpy: expect.any(String), pandas: expect.any(String) },
      });
      expect(found).not.toHaveProperty('gpus');
    }
  });

  it('deletes variables, with what the kernel keeps of them', async () => {
    await python().run('class Big: pass\nbig = Big()\nother = big\nimport weakref; alive = weakref.ref(big)');
    await python().run('big');
    expect(await python().call(freeMemory, { delete: ['big', 'nothing'] })).toMatchObject({
      deleted: ['big'],
      missing: ['nothing'],
      alsoNamed: { big: ['other'] },
      before: { objects: expect.any(Number) },
      after: { objects: expect.any(Number) },
    });
    expect(await python().run('print(alive() is other, "big" in globals())')).toBe('True False\n');
    const last = await python().call(freeMemory, { delete: ['other'] });
    expect(last).toMatchObject({ deleted: ['other'] });
    expect(last).not.toHaveProperty('alsoNamed');
    expect(await python().run('print(alive())')).toBe('None\n');
  });
});

it.skipIf(ipython === undefined || process.platform === 'win32')(
  'tells of GPUs what nvidia-smi says',
  async () => {
    const folder = await temporaryFolder('nvidia');
    const smi = join(folder.path, 'nvidia-smi');
    const log = `<nvidia_smi_log><driver_version>550.1</driver_version><cuda_version>12.4</cuda_version><gpu><product_name>Tesla T4</product_name><fb_memory_usage><total>15360 MiB</total><used>3 MiB</used><free>15000 MiB</free></fb_memory_usage></gpu></nvidia_smi_log>`;
    await writeFile(smi, `#!/bin/sh\necho '${log}'\n`);
    await chmod(smi, 0o755);
    const before = `import os; os.environ["PATH"] = ${JSON.stringify(folder.path)} + ":" + os.environ["PATH"]`;
    expect(await runPython('ipython', runtimeInfo, {}, { before })).toMatchObject({
      gpus: [
        { name: 'Tesla T4', memory: { total: 15_360 * 2 ** 20, used: 3 * 2 ** 20, free: 15_000 * 2 ** 20 } },
      ],
      cuda: '12.4',
      driver: '550.1',
    });
    await folder.remove();
  },
);
