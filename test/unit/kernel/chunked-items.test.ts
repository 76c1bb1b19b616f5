import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asJson, type Json } from '../../support/agent.ts';
import { startIPython } from '../../support/python/ipython-kernel.ts';
import { describePython, ipython, pythonOn } from '../../support/python.ts';
import { type LoopWish, loop as loopOn, removeStateFolder, useStateFolder } from './state-python.ts';

describePython('the items of a loop', (python, engine) => {
  let folder = '';
  beforeAll(async () => {
    folder = await useStateFolder(python());
  });
  afterAll(() => {
    if (engine === 'ipython') removeStateFolder(folder);
  });
  const loop = (wish: LoopWish): Promise<Json> => loopOn(python(), wish);
  const did = (): Promise<string> => python().run('print(*did)');

  it.each([
    ['removes', 'todo.remove(item)'],
    ['adds in front', 'if len(todo) < 20: todo.insert(0, "z")'],
    ['adds behind', 'todo.append("z")'],
  ])('are each done once when the body %s some', async (how, change) => {
    await python().run('todo, did = list("abcdef"), []');
    const wish = { name: how.replaceAll(' ', '_'), items: 'todo', body: `did.append(item)\n${change}\nitem` };
    expect(await loop(wish)).toMatchObject({ status: 'ok', done: 6, total: 6, results: [...'abcdef'] });
    expect(await did()).toBe('a b c d e f\n');
    const { failure } = await loop(wish);
    expect(asJson(failure)).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/was begun with 6 items, and now there are \d+/),
      next: expect.stringContaining('make them as they were'),
    });
    await python().run('todo = list("abcdef")');
    expect(await loop(wish)).toMatchObject({ status: 'ok', done: 6 });
    expect(await did()).toBe('a b c d e f\n');
  });

  it.each(['held', 'held.items()', 'held.keys()', 'held.values()', 'queue'])(
    'are each done once when the body empties what is looped over: %s',
    async (items) => {
      await python().run(
        'from collections import deque\nheld, queue, did = {1: "a", 2: "b", 3: "c"}, deque("abc"), []',
      );
      const name = items.replace(/\W/g, '');
      const body = 'held.clear()\nqueue.clear()\ndid.append(index)\nindex';
      expect(await loop({ name, items, body })).toMatchObject({ status: 'ok', done: 3 });
      expect(await did()).toBe('0 1 2\n');
    },
  );

  it('are no more than their length says', async () => {
    await python().run(`class Long:
    def __len__(self): return 3
    def __iter__(self): return iter(range(8))
`);
    expect(await loop({ name: 'long', items: 'Long()', body: 'item' })).toMatchObject({
      status: 'ok',
      done: 3,
      total: 3,
      results: [0, 1, 2],
    });
  });

  it.each(['stop', 'skip'] as const)('that end too early, or fail, are an error (%s)', async (onError) => {
    await python().run(`end, did = 2, []
class Short:
    def __len__(self): return 5
    def __iter__(self):
        yield from range(end)
        if end == 4: raise SystemExit("no more")
`);
    const wish: LoopWish = {
      name: `short_${onError}`,
      items: 'Short()',
      body: 'did.append(item)\nitem',
      onError,
    };
    expect(await loop(wish)).toMatchObject({
      status: 'error',
      done: 2,
      failed: 0,
      stoppedBy: { index: 2, error: expect.stringContaining('ended after 2, and were said to be 5') },
    });
    await python().run('end = 4');
    const failed = await loop(wish);
    expect(failed).toMatchObject({
      status: 'error',
      done: 4,
      stoppedBy: { index: 4, error: 'No item came: SystemExit: no more' },
    });
    expect(failed).not.toHaveProperty('repeated');
    await python().run('end = 5');
    expect(await loop(wish)).toMatchObject({ status: 'ok', done: 5, results: [0, 1, 2, 3, 4] });
    expect(await did()).toBe('0 1 2 3 4\n');
  });

  it('that can be gone through once are not lost to a look at what is left', async () => {
    await python().run(`import os
did = []
class Once:
    def __init__(self): self.left = iter(range(5))
    def __len__(self): return 5
    def __iter__(self): return self.left
def fail(*_): raise RuntimeError("gone")
`);
    // As after a crash: there is no word at the end of the log, so it is told which item may be repeated.
    const wish = { name: 'oneway', items: 'Once()', body: 'did.append(item)\nitem', batchSize: 2 };
    await python().run('sync, os.fsync = os.fsync, fail');
    await loop(wish);
    await python().run('os.fsync = sync');
    expect(await loop(wish)).toMatchObject({
      status: 'ok',
      done: 5,
      repeated: [2],
      results: [0, 1, 2, 3, 4],
    });
    expect(await did()).toBe('0 1 2 3 4\n');
  });
});

describe.skipIf(ipython === undefined)('an item that does not come', () => {
  it('can be interrupted, and the same call asks for it again', async () => {
    const kernel = await startIPython(ipython ?? 'python3');
    const python = pythonOn(kernel, 'ipython');
    const folder = await useStateFolder(python);
    try {
      await python.run(`import time, pathlib
class Slow:
    wait = 30
    def __len__(self): return 2
    def __iter__(self):
        yield 1
        pathlib.Path("fetching").touch()
        time.sleep(self.wait)
        yield 2
`);
      const wish = { name: 'slow', items: 'Slow()', body: 'item' };
      const running = loopOn(python, wish);
      while (!existsSync(join(kernel.folder, 'fetching'))) await sleep(20);
      kernel.interrupt();
      await sleep(300);
      kernel.interrupt();
      expect(await running).toMatchObject({ status: 'interrupted', done: 1 });
      await python.run('Slow.wait = 0');
      const end = await loopOn(python, wish);
      expect(end).toMatchObject({ status: 'ok', done: 2, results: [1, 2] });
      expect(end).not.toHaveProperty('repeated');
    } finally {
      await kernel.close();
      removeStateFolder(folder);
    }
  }, 30_000);
});
