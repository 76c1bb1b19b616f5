import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  loadCheckpointScript as load,
  saveCheckpointScript as save,
} from '../../../src/kernel/state/scripts.ts';
import { describePython } from '../../support/python.ts';
import { answer, refusal, removeStateFolder, useStateFolder } from './state-python.ts';

/** Variables that do something of their own when they are looked at or pickled. */
const ODD = `
class Once:
    tries = 0
    def __init__(self, also=None): self.also = also
    def __reduce__(self):
        Once.tries += 1
        if Once.tries > 1: raise RuntimeError("a second time")
        return (int, (3,))
class Exits:
    def __reduce__(self): raise SystemExit("bye")
class Kind(type):
    @property
    def __module__(cls): raise SystemExit("no module")
class OfKind(metaclass=Kind): pass
class Asked:
    def __getattr__(self, name): raise SystemExit(f"no {name}")
    def __call__(self): pass
    def __reduce__(self): return (int, (7,))
class Comes:
    def __reduce__(self): return (exec, ("raise SystemExit('on its way back')",))
once, exits, kind, asked, comes = Once(), Exits(), OfKind(), Asked(), Comes()
common = [1]
fine, other = {"has": common}, [common]
`;

describePython('checkpoints of what is odd', (python, engine) => {
  let folder = '';
  beforeAll(async () => {
    folder = await useStateFolder(python());
    await python().run(`import sys\nsys.modules["dill"] = None\ndel sys\n${ODD}`);
  });
  afterAll(() => {
    if (engine === 'ipython') removeStateFolder(folder);
  });

  it('save the rest, and say why one cannot be saved', async () => {
    const variables = ['once', 'fine', 'exits', 'other', 'kind', 'asked', 'comes'];
    const saved = await answer(python().call(save, { name: 'odd', variables }));
    expect(saved.saved).toEqual(['fine', 'other', 'asked', 'comes']);
    expect(saved.skipped).toEqual([
      { name: 'exits', reason: 'SystemExit: bye' },
      { name: 'kind', reason: expect.stringContaining('no module') },
      { name: 'once', reason: 'RuntimeError: a second time' },
    ]);
    await python().run('del fine, other, asked');
    const loaded = await answer(python().call(load, { name: 'odd' }));
    expect(loaded).toMatchObject({
      loaded: ['fine', 'other', 'asked'],
      notLoaded: [{ name: 'comes', reason: 'SystemExit: on its way back' }],
    });
    await python().run('other[0].append(2)');
    expect(await python().run('print(fine, other, asked)')).toBe("{'has': [1, 2]} [[1, 2]] 7\n");
  });

  it('save apart what cannot be pickled together, and nothing of what breaks off', async () => {
    await python().run(
      'Once.tries = 0\nfirst, fine = [common, "x" * 100_000], {"has": common}\nsecond = [common, "x" * 100_000, Once()]',
    );
    const saved = await answer(
      python().call(save, { name: 'apart', variables: ['first', 'fine', 'second'] }),
    );
    expect(saved).toMatchObject({
      saved: ['first', 'fine'],
      skipped: [{ name: 'second', reason: 'RuntimeError: a second time' }],
      notes: expect.arrayContaining([expect.stringContaining('separate copies: first, fine')]),
    });
    await python().run('del first, fine');
    expect(await answer(python().call(load, { name: 'apart' }))).toMatchObject({
      loaded: ['first', 'fine'],
      notLoaded: [],
    });
  });

  it('keep the one before when nothing can be saved', async () => {
    await answer(python().call(save, { name: 'before', variables: ['common'] }));
    await python().run('Once.tries = 0');
    expect(await refusal(python().call(save, { name: 'before', variables: ['once'] }))).toMatchObject({
      kind: 'invalid_input',
      message: expect.stringContaining('once: RuntimeError: a second time'),
    });
    expect(await answer(python().call(load, { name: 'before' }))).toMatchObject({ loaded: ['common'] });
  });

  it('of all variables pass over what is in their namespace and no variable', async () => {
    await python().run('globals()[5] = "five"\nOnce.tries = 0');
    const saved = await answer(python().call(save, { name: 'all' }));
    await python().run('del globals()[5]');
    expect(saved.saved).toEqual(expect.arrayContaining(['common', 'other', 'asked']));
    expect(saved.skipped).toEqual(
      expect.arrayContaining([{ name: '<int>', reason: expect.stringContaining('no variable') }]),
    );
  });
});
