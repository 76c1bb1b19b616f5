import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  listCheckpointsScript as list,
  loadCheckpointScript as load,
  saveCheckpointScript as save,
} from '../../../src/kernel/state/scripts.ts';
import { onPosix } from '../../support/on-posix.ts';
import type { Python } from '../../support/python.ts';
import { describePython } from '../../support/python.ts';
import { answer, refusal, removeStateFolder, useStateFolder } from './state-python.ts';

describePython('checkpoints', (python, engine) => {
  let folder = '';
  beforeAll(async () => {
    folder = await useStateFolder(python());
    // As where there is none; checkpoints-more.test.ts has the other half.
    await python().run('import sys\nsys.modules["dill"] = None\ndel sys');
  });
  afterAll(() => {
    if (engine === 'ipython') removeStateFolder(folder);
  });
  const fileOf = (name: string): string =>
    JSON.stringify(`${folder}/.cellwire/checkpoints/${name}.checkpoint`);

  it('bring variables back as they were, and tell what they replaced', async () => {
    await python().run('numbers = [1, 2, 3]\ntable = {"a": {"b": (1, None, 2.5)}}\ntext = "grüße"');
    const saved = await answer(
      python().call(save, { name: 'first', variables: ['numbers', 'table', 'text'] }),
    );
    expect(saved).toMatchObject({ saved: ['numbers', 'table', 'text'], skipped: [] });
    await python().run('numbers = None\ndel table, text');
    const loaded = await answer(python().call(load, { name: 'first' }));
    expect(loaded).toMatchObject({
      loaded: ['numbers', 'table', 'text'],
      replaced: ['numbers'],
      notLoaded: [],
      versionsThatDiffer: [],
    });
    expect(await python().run('print(numbers, table, text)')).toBe(
      "[1, 2, 3] {'a': {'b': (1, None, 2.5)}} grüße\n",
    );
  });

  it('save the rest and name what cannot be saved', async () => {
    await python().run(
      'import threading\ngenerator = (n for n in range(3))\nlock = threading.Lock()\nfile = open("/tmp/cellwire-open", "w")\nshort = lambda: 1\nfine = 42\n',
    );
    const names = ['generator', 'lock', 'file', 'short', 'fine', 'nowhere'];
    const saved = await answer(python().call(save, { name: 'rest', variables: names }));
    await python().run('file.close()\nimport os\nos.unlink("/tmp/cellwire-open")');
    expect(saved.pickledBy).toBe('pickle');
    expect(saved.saved).toEqual(['fine']);
    expect(saved.skipped).toEqual(
      expect.arrayContaining([
        { name: 'generator', reason: expect.stringContaining('cannot pickle') },
        { name: 'lock', reason: expect.stringContaining('cannot pickle') },
        { name: 'file', reason: expect.stringContaining('cannot pickle') },
        { name: 'short', reason: expect.stringContaining('install dill') },
        { name: 'nowhere', reason: 'there is no such variable' },
      ]),
    );
    expect(saved.skipped).toHaveLength(5);
  });

  it('take all variables of the user, and nothing else, when none are named', async () => {
    await python().run(
      'for _name in [n for n in globals() if n[0] != "_" and n not in ("In", "Out", "exit", "quit", "get_ipython", "open")]: del globals()[_name]',
    );
    await python().run('import math\nalpha, _hidden = 1, 2\nbeta = [alpha]');
    const saved = await answer(python().call(save));
    expect(saved).toMatchObject({ name: 'default', saved: ['alpha', 'beta'], skipped: [] });
  });

  it('keep what variables share, whatever else is in there', async () => {
    await python().run(
      'common = [1]\none = {"has": common}\nother = [common, "x"]\nalone = [7]\ntwin = alone',
    );
    await answer(
      python().call(save, { name: 'shared', variables: ['one', 'other', 'alone', 'twin', 'common'] }),
    );
    await python().run('del common, one, other, alone, twin');
    await answer(python().call(load, { name: 'shared' }));
    await python().run('common.append(2)\ntwin.append(8)');
    expect(await python().run('print(one, other, alone)')).toBe("{'has': [1, 2]} [[1, 2], 'x'] [7, 8]\n");
  });

  it('load what they can when the class of something is not defined any more', async () => {
    await python().run('class Thing:\n    pass\nthing, plain = Thing(), 5');
    const saved = await answer(python().call(save, { name: 'classes', variables: ['thing', 'plain'] }));
    expect(saved.notes).toEqual(expect.arrayContaining([expect.stringContaining('define: Thing')]));
    await python().run('del thing, plain, Thing');
    const loaded = await answer(python().call(load, { name: 'classes' }));
    expect(loaded).toMatchObject({
      loaded: ['plain'],
      notLoaded: [{ name: 'thing', reason: expect.stringContaining('run the cell that defines it') }],
    });
  });

  it('are refused when they were changed, cut, of somebody else, or are not there; and nothing is loaded', async () => {
    await python().run('secret = [1, 2, 3] * 100');
    await answer(python().call(save, { name: 'good', variables: ['secret'] }));
    await python().run('del secret');
    const change = async (name: string, how: string): Promise<void> => {
      await python().run(
        `data = bytearray(open(${fileOf('good')}, "rb").read())\n${how}\nopen(${fileOf(name)}, "wb").write(data)\ndel data`,
      );
    };
    await change('changed', 'data[60] ^= 1');
    await change('cut', 'del data[-100:]');
    await change('begun', 'del data[30:]');
    await change('empty', 'data.clear()');
    await change('random', 'data = bytes(range(256)) * 4');
    await change('signature', 'data[-50] ^= 1');
    await change('lengthy', 'data[-36:-28] = b"\\xff" * 8');
    for (const name of ['changed', 'cut', 'begun', 'empty', 'random', 'lengthy']) {
      expect([name, (await refusal(python().call(load, { name, trust: true }))).kind]).toEqual([
        name,
        'lost',
      ]);
    }
    expect(await refusal(python().call(load, { name: 'signature' }))).toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('Loading runs code'),
    });
    expect(await refusal(python().call(load, { name: 'absent' }))).toMatchObject({
      kind: 'not_found',
      next: expect.stringContaining('good'),
    });
    expect(await python().run('print("secret" in globals())')).toBe('False\n');
    const { checkpoints } = await answer(python().call(list));
    expect(checkpoints).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'good',
          variables: [expect.objectContaining({ name: 'secret', type: 'builtins.list' })],
        }),
        { name: 'cut', problem: expect.stringContaining('cannot be used') },
        expect.objectContaining({ name: 'signature', isForeign: true }),
      ]),
    );
  });

  it('of another runtime are loaded only when trusted, and what they would run is not run before', async () => {
    await python().run(
      'class Bomb:\n    def __reduce__(self):\n        return (exec, ("import builtins; builtins.exploded = True",))\nbomb = Bomb()',
    );
    await answer(python().call(save, { name: 'bomb', variables: ['bomb'] }));
    await python().run(`import os\nos.unlink(${JSON.stringify(`${folder}/.cellwire/key`)})`);
    const exploded = 'import builtins\nprint(hasattr(builtins, "exploded"))';
    expect(await refusal(python().call(load, { name: 'bomb' }))).toMatchObject({ kind: 'denied' });
    expect(await python().run(exploded)).toBe('False\n');
    expect(await answer(python().call(load, { name: 'bomb', trust: true }))).toMatchObject({
      loaded: ['bomb'],
    });
    expect(await python().run(`${exploded}\ndel builtins.exploded`)).toBe('True\n');
  });

  it('stay in their folder', async () => {
    for (const name of [
      '../../etc/passwd',
      '/etc/passwd',
      '..',
      '.hidden',
      'a/b',
      '',
      'a\0b',
      'ä',
      'x'.repeat(65),
    ]) {
      expect(await refusal(python().call(save, { name }))).toMatchObject({ kind: 'invalid_input' });
      expect(await refusal(python().call(load, { name }))).toMatchObject({ kind: 'invalid_input' });
    }
  });

  // On Windows files have no modes, and IPython is there; Pyodide has a file system of its own, with modes.
  onPosix.it('are for this user alone', async () => {
    await answer(python().call(save, { name: 'good' }));
    const modes = await python().run(
      `import os\nfor path in (${JSON.stringify(`${folder}/.cellwire/key`)}, ${fileOf('good')}, ${JSON.stringify(`${folder}/.cellwire/checkpoints`)}):\n    print(oct(os.stat(path).st_mode & 0o777))`,
    );
    expect(modes).toBe('0o600\n0o600\n0o700\n');
  });

  it('leave the one before as it was when the disk is full, and nothing half written', async () => {
    await python().run('precious = "old"');
    await answer(python().call(save, { name: 'kept', variables: ['precious'] }));
    await python().run(`precious = "new" * 1000${fullDisk('os.fsync')}`);
    expect(await refusal(python().call(save, { name: 'kept', variables: ['precious'] }))).toMatchObject({
      message: expect.stringContaining('no room'),
    });
    await python().run('os.fsync = kept_fsync');
    await answer(python().call(load, { name: 'kept' }));
    expect(await python().run('print(precious)')).toBe('old\n');
    expect(await leftovers(python(), folder)).toBe('[]\n');
  });
});

const fullDisk = (name: string): string =>
  `\nimport os, errno\nkept_fsync = ${name}\ndef full(*_): raise OSError(errno.ENOSPC, "No space left on device")\n${name} = full`;

const leftovers = (python: Python, folder: string): Promise<string> =>
  python.run(
    `import os\nprint([n for n in os.listdir(${JSON.stringify(`${folder}/.cellwire/checkpoints`)}) if not n.endswith(".checkpoint")])`,
  );
