import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cellsRunScript,
  listCheckpointsScript as list,
  loadCheckpointScript as load,
  saveCheckpointScript as save,
} from '../../../src/kernel/state/scripts.ts';
import { listOf } from '../../support/agent.ts';
import type { Python } from '../../support/python.ts';
import { describePython, ipython, startPython } from '../../support/python.ts';
import { answer, refusal, removeStateFolder, useStateFolder } from './state-python.ts';

describe.skipIf(!ipython)('checkpoints on a disk', () => {
  let python: Python;
  let folder = '';
  beforeAll(async () => {
    python = await startPython('ipython');
    folder = await useStateFolder(python);
  });
  afterAll(async () => {
    await python?.close();
    removeStateFolder(folder);
  });

  it('are whole when several kernels save under one name at the same time', async () => {
    const others = await Promise.all([startPython('ipython'), startPython('ipython')]);
    try {
      const all = [python, ...others];
      for (const [at, one] of all.entries()) {
        await one.run(
          `import os\nos.environ["HOME"] = ${JSON.stringify(folder)}\nblock = bytes([${at}]) * 2_000_000`,
        );
      }
      const times = Array.from({ length: 5 });
      await Promise.all(
        all.map(async (one) => {
          for (const _ of times) await answer(one.call(save, { name: 'race', variables: ['block'] }));
        }),
      );
      expect(await answer(python.call(load, { name: 'race' }))).toMatchObject({ loaded: ['block'] });
      expect(await python.run('print(len(block), len(set(block)))')).toBe('2000000 1\n');
      const { checkpoints } = await answer(python.call(list));
      expect(listOf(checkpoints)).toHaveLength(1);
      expect(
        await python.run(
          `import os\nprint(os.listdir(${JSON.stringify(`${folder}/.cellwire/checkpoints`)}))`,
        ),
      ).toBe("['race.checkpoint']\n");
    } finally {
      await Promise.all(others.map((one) => one.close()));
    }
  });

  it('leave the one before as it was when the system lets no more be written', async () => {
    await python.run('big = "old"');
    await answer(python.call(save, { name: 'limited', variables: ['big'] }));
    await python.run(
      'import resource\nlimits = resource.getrlimit(resource.RLIMIT_FSIZE)\nresource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))\nbig = bytes(1_000_000)',
    );
    expect(await refusal(python.call(save, { name: 'limited', variables: ['big'] }))).toMatchObject({
      message: expect.stringContaining('is as it was'),
    });
    await python.run('resource.setrlimit(resource.RLIMIT_FSIZE, limits)');
    expect(await answer(python.call(load, { name: 'limited' }))).toMatchObject({ loaded: ['big'] });
    expect(await python.run('print(big)')).toBe('old\n');
  });

  it('name the libraries that are of another version', async () => {
    await python.run('import numpy\nnumbers = numpy.arange(3)');
    await answer(python.call(save, { name: 'versions', variables: ['numbers'] }));
    await python.run('true_version = numpy.__version__\nnumpy.__version__ = "9.9"');
    const { versionsThatDiffer } = await answer(python.call(load, { name: 'versions' }));
    await python.run('numpy.__version__ = true_version');
    expect(versionsThatDiffer).toEqual([expect.stringMatching(/^numpy \d.*, now 9\.9$/)]);
  });
});

const hasDill =
  ipython !== undefined &&
  execFileSync(ipython, ['-c', 'from importlib.util import find_spec; print(bool(find_spec("dill")))'])
    .toString()
    .includes('True');

describe.skipIf(!hasDill)('checkpoints with dill', () => {
  it('bring back what cells defined, and instances that know their class', async () => {
    const python = await startPython('ipython');
    const folder = await useStateFolder(python);
    try {
      await python.run(
        'class Thing:\n    size = 3\none, two = Thing(), Thing()\nbase = 10\nadd = lambda n: n + base\nstream = (n for n in "abc")',
      );
      const saved = await answer(
        python.call(save, { name: 'dilled', variables: ['Thing', 'one', 'two', 'base', 'add', 'stream'] }),
      );
      expect(saved).toMatchObject({ pickledBy: 'dill', skipped: [{ name: 'stream' }] });
      await python.run('del Thing, one, two, base, add');
      expect(await answer(python.call(load, { name: 'dilled' }))).toMatchObject({ notLoaded: [] });
      expect(await python.run('print(add(1), one.size, type(one) is type(two) is Thing)')).toBe(
        '11 3 True\n',
      );
      await python.run('import sys\nsys.modules["dill"] = None');
      expect(await refusal(python.call(load, { name: 'dilled' }))).toMatchObject({ kind: 'unsupported' });
    } finally {
      await python.close();
      removeStateFolder(folder);
    }
  });
});

describePython('what a call for the state leaves behind', (python, engine) => {
  it('is nothing but files, and what was asked for', async () => {
    const folder = await useStateFolder(python());
    const names = async (): Promise<string> => {
      const seen: unknown[] = [];
      const code =
        'import sys, json\nprint(sorted(n for n in globals() if n not in ("sys", "json")), sys.path)';
      await python().execute({ code, isQuiet: true }, (update) => seen.push(update));
      return JSON.stringify(seen);
    };
    await python().run('kept = [1]');
    const before = await names();
    await answer(python().call(save, { name: 'trace', variables: ['kept'] }));
    await answer(python().call(list));
    await answer(python().call(load, { name: 'trace' }));
    await answer(python().call(cellsRunScript, { counts: [1] }));
    expect(await names()).toBe(before);
    if (engine === 'ipython') removeStateFolder(folder);
  });
});

describe.skipIf(!ipython)('what IPython remembers of cells', () => {
  it('is the text that ran under a count, and nothing beyond the last one', async () => {
    const python = await startPython('ipython');
    try {
      await python.run('%time first = 1\n');
      const inputs = await answer(python.call(cellsRunScript, { counts: [0, 1, 2, 50, -1] }));
      // SHA-256 of the text as it was typed, without the line end.
      const { createHash } = await import('node:crypto');
      expect(inputs).toEqual({
        inputs: { '1': createHash('sha256').update('%time first = 1').digest('hex') },
      });
    } finally {
      await python.close();
    }
  });
});
