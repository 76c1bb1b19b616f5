import { afterAll, beforeAll, expect, it } from 'vitest';
import { asJson, type Json } from '../../support/agent.ts';
import { describePython } from '../../support/python.ts';
import { type LoopWish, loop as loopOn, removeStateFolder, useStateFolder } from './state-python.ts';

describePython('a loop that can go on', (python, engine) => {
  let folder = '';
  beforeAll(async () => {
    folder = await useStateFolder(python());
  });
  afterAll(() => {
    if (engine === 'ipython') removeStateFolder(folder);
  });

  const loop = (wish: LoopWish): Promise<Json> => loopOn(python(), wish);
  const failureOf = async (wish: LoopWish): Promise<Json> => asJson((await loop(wish)).failure);

  it('collects the value of the last expression, and leaves item and index as they were', async () => {
    await python().run('item = "mine"\nindex = None\nbase = 100');
    const end = await loop({
      name: 'squares',
      items: 'range(25)',
      body: 'square = item ** 2\nsquare + base',
    });
    expect(end).toMatchObject({
      status: 'ok',
      done: 25,
      failed: 0,
      total: 25,
      resultsVariable: 'results_squares',
      resultsLeftOut: 5,
    });
    expect(end.results).toEqual(Array.from({ length: 20 }, (_, at) => at * at + 100));
    expect(
      await python().run('print(results_squares == [n * n + 100 for n in range(25)], item, index, square)'),
    ).toBe('True mine None 576\n');
  });

  it('does nothing again when all is done', async () => {
    await python().run('calls = []');
    const wish = { name: 'once', items: '["a", "b", "c"]', body: 'calls.append(item)\nitem * 2' };
    await loop(wish);
    await python().run('del results_once');
    expect(await loop(wish)).toMatchObject({ status: 'ok', done: 3, results: ['aa', 'bb', 'cc'] });
    expect(await python().run('print(calls, results_once)')).toBe("['a', 'b', 'c'] ['aa', 'bb', 'cc']\n");
  });

  it('stops at what fails, tries it again, and passes it over when told so', async () => {
    await python().run('calls, bad = [], {3, 5}');
    const wish: LoopWish = {
      name: 'failing',
      items: 'range(8)',
      body: 'calls.append(item)\nif item in bad:\n    raise ValueError(f"no {item}")\nitem',
    };
    expect(await loop(wish)).toMatchObject({
      status: 'error',
      done: 3,
      failed: 1,
      stoppedBy: { index: 3, error: 'ValueError: no 3 (line 3 of the body)' },
    });
    await python().run('bad = {5}');
    expect(await loop(wish)).toMatchObject({ status: 'error', done: 5, stoppedBy: { index: 5 } });
    expect(await loop({ ...wish, onError: 'skip' })).toMatchObject({
      status: 'ok',
      done: 7,
      failed: 1,
      errors: [{ index: 5, error: expect.stringContaining('no 5') }],
      results: [0, 1, 2, 3, 4, null, 6, 7],
    });
    expect(await python().run('print(calls)')).toBe('[0, 1, 2, 3, 3, 4, 5, 6, 7]\n');
  });

  it('is not taken for another of the same name', async () => {
    await python().run('things = [1, 2, 3]');
    const wish = { name: 'mine', items: 'things', body: 'item' };
    await loop(wish);
    expect(await failureOf({ ...wish, body: 'item + 1' })).toMatchObject({ kind: 'conflict' });
    expect(await failureOf({ ...wish, items: '[1, 2, 3]' })).toMatchObject({ kind: 'conflict' });
    await python().run('things = [1, 2, 4]');
    expect(await failureOf(wish)).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('items'),
    });
  });

  it('refuses what it could not go on with', async () => {
    const wish = { name: 'refused', items: 'range(3)', body: 'item' };
    const refused: Array<Partial<LoopWish>> = [
      { items: '{1, 2}' },
      { items: 'nowhere' },
      { items: 'range(' },
      { items: '5' },
      { items: '__import__("itertools").count()' },
      { body: 'if' },
      { name: '../escape' },
    ];
    for (const wrong of refused) {
      expect([wrong, (await failureOf({ ...wish, ...wrong })).kind]).toEqual([wrong, 'invalid_input']);
    }
  });

  it('takes generators, mappings and results that cannot be pickled', async () => {
    expect(await loop({ name: 'generator', items: '(n for n in "xyz")', body: 'item' })).toMatchObject({
      done: 3,
      results: ['x', 'y', 'z'],
    });
    await python().run('mapping = {"a": 1, "b": 2}');
    expect(await loop({ name: 'mapping', items: 'mapping', body: 'mapping[item]' })).toMatchObject({
      results: [1, 2],
    });
    const wish = { name: 'unpicklable', items: 'range(2)', body: '(n for n in range(item + 5))' };
    await loop(wish);
    expect(await loop(wish)).toMatchObject({ status: 'ok', done: 2 });
    expect(await python().run('print(list(results_unpicklable[1]))')).toBe('[0, 1, 2, 3, 4, 5]\n');
    await python().run('del results_unpicklable');
    expect(await loop(wish)).toMatchObject({ done: 2, results: [null, null], resultsNotRestored: 2 });
  });

  it('keeps its results to itself, however names and variables are called', async () => {
    await python().run('results_taken = [1, 2, 3]');
    expect(await loop({ name: 'taken', items: 'range(1)', body: 'item' })).toMatchObject({
      resultsVariable: 'results_taken_2',
    });
    expect(await python().run('print(results_taken, results_taken_2)')).toBe('[1, 2, 3] [0]\n');

    const body = '(n for n in [item])';
    const ends = [];
    for (const name of ['a-b', 'a.b', 'a_b']) ends.push(await loop({ name, items: 'range(2)', body }));
    const variables = ends.map(({ resultsVariable }) => String(resultsVariable));
    expect(new Set(variables).size).toBe(3);
    expect(variables[2]).toBe('results_a_b');
    expect(await loop({ name: 'a-b', items: 'range(2)', body })).toMatchObject({ results: ends[0]?.results });

    // What has come into the place of its list is not taken for its results.
    await python().run(`${variables[0]} = [n for n in "xy"]`);
    expect(await loop({ name: 'a-b', items: 'range(2)', body })).toMatchObject({
      resultsVariable: variables[0],
      results: [null, null],
      resultsNotRestored: 2,
    });
  });

  it.each([
    ['a cancellation', 'import asyncio\nif item == 1: raise asyncio.CancelledError("x")\nitem'],
    ['an exit', 'if item == 1: raise SystemExit(3)\nitem'],
    ['an error that has no text', 'if item == 1: raise Mute()\nitem'],
  ])('records %s as what it is: an item that failed', async (what, body) => {
    await python().run(
      'class Mute(Exception):\n    def __str__(self): raise KeyboardInterrupt("in the middle of it")',
    );
    const wish: LoopWish = { name: what.replaceAll(' ', '_'), items: 'range(3)', body, onError: 'skip' };
    for (const _ of ['first', 'again']) {
      expect(await loop(wish)).toMatchObject({
        status: 'ok',
        done: 2,
        failed: 1,
        results: [0, null, 2],
        errors: [{ index: 1, error: expect.stringMatching(/CancelledError: x|SystemExit: 3|Mute/) }],
      });
    }
  });

  it('has done what it did, also where the result does not let itself be shown or kept', async () => {
    await python().run(`class Kind(type):
    @property
    def __name__(cls): raise SystemExit("name")
class Odd(metaclass=Kind):
    def __repr__(self): raise SystemExit("repr")
    def __reduce__(self): raise SystemExit("reduce")
`);
    const wish: LoopWish = { name: 'odd', items: 'range(2)', body: 'Odd()', onError: 'skip' };
    for (const _ of ['first', 'again']) {
      expect(await loop(wish)).toMatchObject({
        status: 'ok',
        done: 2,
        failed: 0,
        results: ['<Odd>', '<Odd>'],
      });
    }
  });

  it('does not trust a log that was changed, and goes on from one that was cut', async () => {
    const path = JSON.stringify(`${folder}/.cellwire/chunked/log.log`);
    const wish = { name: 'log', items: 'range(4)', body: 'seen.append(item)\nitem' };
    await python().run('seen = []');
    await loop(wish);
    // As if the process had died while it wrote down the third item.
    await python().run(
      `lines = open(${path}, "rb").read().split(b"\\n")\nopen(${path}, "wb").write(b"\\n".join(lines[:3]) + b"\\n" + lines[3][:40])`,
    );
    expect(await loop(wish)).toMatchObject({ status: 'ok', done: 4, repeated: [2], results: [0, 1, 2, 3] });
    expect(await python().run('print(seen)')).toBe('[0, 1, 2, 3, 2, 3]\n');
    await python().run(
      `data = open(${path}, "rb").read()\nopen(${path}, "wb").write(data.replace(b'"index": 1', b'"index": 7'))`,
    );
    expect(await failureOf(wish)).toMatchObject({ kind: 'denied' });
  });

  it('says which item was done and could not be recorded when the disk is full', async () => {
    const wish = { name: 'full', items: 'range(5)', body: 'if item == 2:\n    fill()\nitem' };
    await python().run(
      'import os, errno\nwrite = os.write\ndef fill():\n    def full(file, data):\n        if len(data) > 10: return write(file, data[:10])\n        raise OSError(errno.ENOSPC, "No space left on device")\n    os.write = full',
    );
    expect(await failureOf(wish)).toMatchObject({ message: expect.stringContaining('Item 2 was done') });
    await python().run('os.write = write\ndef fill(): pass');
    expect(await loop(wish)).toMatchObject({ status: 'ok', done: 5, repeated: [2] });
  });
});
