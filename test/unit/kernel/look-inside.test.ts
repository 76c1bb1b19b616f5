import { expect, it } from 'vitest';
import { has } from '../../../scripts/setup/find-jupyter.mjs';
import { inspectVariableSource, listVariablesSource } from '../../../src/kernel/look-inside.ts';
import { asJson } from '../../support/agent.ts';
import type { Python } from '../../support/python.ts';
import { describePython, ipython } from '../../support/python.ts';

const inspect = (python: Python, path: string, maxChars = 4_000) =>
  python.call(inspectVariableSource, { path, maxChars });

const hasScipy = ipython !== undefined && (await has(ipython, ['scipy']));
const hasDask = ipython !== undefined && (await has(ipython, ['dask', 'numpy']));

/** By how many kB the most that Python ever held has grown. */
async function growthOf(python: Python, looks: () => Promise<void>): Promise<number> {
  const peak = async (): Promise<number> =>
    Number(await python.run('import resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)'));
  const before = await peak();
  await looks();
  return (await peak()) - before;
}

describePython('variables', (python, engine) => {
  it('are listed without what is not data, a page at a time', async () => {
    await python().run(`
import json
def function(): pass
class Class: pass
_private = 1
numbers = [1, 2, 3]
text = "abc"
thing = Class()
for i in range(150): globals()[f"many_{i:03}"] = i
`);
    const listed = await python().call(listVariablesSource);
    expect(listed).toMatchObject({ total: 154, cursor: 'many_098' });
    const rest = await python().call(listVariablesSource, { cursor: 'many_098' });
    expect(rest).toMatchObject({
      variables: expect.arrayContaining([
        { name: 'numbers', type: 'list', length: 3, bytes: expect.any(Number) },
        { name: 'text', type: 'str', length: 3, bytes: expect.any(Number) },
        { name: 'thing', type: 'Class' },
      ]),
    });
    expect(rest).not.toHaveProperty('cursor');
    expect(JSON.stringify([listed, rest])).not.toMatch(/"name":"(json|function|Class|_private|In|Out|exit)"/);
    expect(await python().call(listVariablesSource, { filter: 'NUMB' })).toMatchObject({ total: 1 });
    expect(await python().call(listVariablesSource, { filter: 'many_*9' })).toMatchObject({ total: 15 });
  });

  it('that are longer than can be counted, or cannot be measured, hide no others', async () => {
    const cannotBeMeasured = listVariablesSource.replace(
      'def _size(value):',
      '$&\n    if value == 42: 1 / 0',
    );
    await python().run(
      'range_a = range(10**20)\nrange_b = range(2**70, 0, -2)\nrange_c = range(5, 0)\nrange_d = 42',
    );
    const bytes = expect.any(Number);
    const measured = [
      { name: 'range_a', type: 'range', length: 1e20, bytes },
      { name: 'range_b', type: 'range', length: 2 ** 69, bytes },
      { name: 'range_c', type: 'range', length: 0, bytes },
    ];
    expect(await python().call(listVariablesSource, { filter: 'range_' })).toMatchObject({
      variables: [...measured, { name: 'range_d', bytes }],
    });
    expect(await python().call(cannotBeMeasured, { filter: 'range_' })).toEqual({
      variables: [...measured, { name: 'range_d', type: 'int' }],
      total: 4,
    });
  });

  it('are looked into along a path, and nothing on it is evaluated', async () => {
    await python().run(`
class Net:
    rate = 1
    def __init__(self): self.layers = [{"size": 64}, {"size": 32}]
    @property
    def cost(self): return 1 / 0
config = {"model": Net(), 3: "three", True: "true", (1, 2): "pair"}
`);
    const summary = async (path: string) => await inspect(python(), path);
    expect(await summary('config["model"].layers[-1]["size"]')).toMatchObject({ type: 'int', summary: '32' });
    expect(await summary('config[3]')).toMatchObject({ value: "'three'" });
    expect(await summary('config[1, 2]')).toMatchObject({ value: "'pair'" });
    expect(await summary('config["model"]')).toMatchObject({
      type: 'Net',
      attributes: [{ name: 'layers', type: 'list', value: "[{'size': 64}, {'size': 32}]" }],
    });
    for (const path of [
      'config["model"].cost',
      'config["none"]',
      'nothing',
      'config[0:1]',
      'len(config)',
      '1',
      '',
    ]) {
      expect(await summary(path), path).toEqual({ notFound: expect.any(String) });
    }
    expect(await summary('config["model"].cost')).toMatchObject({
      notFound: expect.stringContaining('It holds: layers'),
    });
  });

  it('stay within the characters that are wanted', async () => {
    await python().run(`
wide = {f"key {i} " + "k" * 50: ["v" * 1000] * 50 for i in range(1000)}
long = "\\u00e4\\n\\ud800" * 100_000
deep = []
for _ in range(100_000): deep = [deep]
LongName = type("L" * 100_000, (), {"__module__": "m" * 100_000})
named = LongName()
named.attribute = deep
huge = 1 << 1_000_000
`);
    for (const path of ['wide', 'long', 'deep', 'named', 'huge', 'LongName']) {
      for (const maxChars of [200, 1_000, 20_000]) {
        const found = JSON.stringify(await inspect(python(), path, maxChars));
        expect(found.length, path).toBeLessThanOrEqual(maxChars);
        expect(found, path).toMatch(/"type":.*"summary":/);
      }
    }
    // As much as fits is told.
    expect(JSON.stringify(await inspect(python(), 'wide', 20_000)).length).toBeGreaterThan(5_000);
  });

  it.skipIf(engine === 'pyodide')('of numpy and pandas show head, types, nulls and ranges', async () => {
    await python().run(`
import numpy as np, pandas as pd
table = pd.DataFrame({
    "n": [1, 2, 3], "f": [0.5, None, 2], "s": pd.Series(["x", "x", None], dtype=object), "c": pd.Categorical(["u", "v", "u"]),
    "d": pd.date_range("2024-01-01", periods=3, tz="UTC"), "i": pd.array([1, None, 3], dtype="Int64"), 7: [{}, 1, np.nan],
})
matrix = np.arange(12.0).reshape(3, 4)
matrix[0, 0] = np.nan
`);
    const found = asJson(await inspect(python(), 'table'));
    // Versions of pandas take the zone from different libraries, and another unit.
    const columns = String(found.columns).replace(/\[(?:ns|us), (?:pytz\.)?UTC\]/, '[ns, UTC]');
    expect({ ...found, columns }).toMatchObject({
      type: 'pandas.DataFrame',
      summary: '3 rows x 7 columns',
      columns: [
        'name|dtype|nulls|unique|holds|min|25%|50%|75%|max|mean|std',
        'n|int64|0|||1|1.5|2.0|2.5|3|2.0|1.0',
        'f|float64|1|||0.5|0.875|1.25|1.625|2.0|1.25|1.06066',
        's|object|1|1',
        'c|category|0|2',
        'd|datetime64[ns, UTC]|0|||2024-01-01||||2024-01-03',
        'i|Int64|1|||1|1.5|2.0|2.5|3|2.0|1.41421',
        '7|object|1||dict, int',
      ].join('\n'),
      head: [
        '|n|f|s|c|d|i|7',
        "0|1|0.5|'x'|'u'|2024-01-01|1|{}",
        "1|2|nan|'x'|'v'|2024-01-02|<NA>|1",
        "2|3|2.0|None|'u'|2024-01-03|3|nan",
      ].join('\n'),
    });
    expect(await inspect(python(), 'table["f"]')).toMatchObject({
      type: 'pandas.Series',
      nulls: 1,
      head: ['0.5', 'nan', '2.0'],
    });
    expect(await inspect(python(), 'table["s"][1]')).toMatchObject({ type: 'str', value: "'x'" });
    expect(await inspect(python(), 'table.columns')).toMatchObject({ length: 7 });
    expect(await inspect(python(), 'matrix')).toMatchObject({ shape: [3, 4], nulls: 1, min: 1, max: 11 });
    expect(await inspect(python(), 'matrix[1]')).toMatchObject({ head: '[4.0, 5.0, 6.0, 7.0]' });
  });

  it.skipIf(engine === 'pyodide')(
    'of pandas are found by their label, in a million of them as well',
    async () => {
      await python().run(`
import numpy as np, pandas as pd
def labelled(labels): return pd.Series(range(len(labels)), index=labels)
by_number = labelled(np.arange(1_000_000)[::-1])
by_text = labelled(pd.Index([f"k{i}" for i in range(1_000_000)], dtype=object))
by_range = labelled(pd.RangeIndex(0, 2_000_000, 2))
by_float = labelled([0.5, 0.25, np.inf])
by_truth = labelled([True, False])
by_category = labelled(pd.CategoricalIndex(list("abcab")))
by_nullable = labelled(pd.Index(pd.array([5, None, 7], dtype="Int64")))
by_string = labelled(pd.Index(["p", "q"], dtype="string"))
by_anything = labelled(pd.Index([np.int64(4), "x", None, np.str_("y"), np.zeros(3)], dtype=object))
by_big = labelled(np.array([2**63 - 1, 5]))
by_unsigned = labelled(np.array([2**63 + 1, 5], dtype="uint64"))
`);
      const found: Array<[string, number | null]> = [
        ['by_number[0]', 999_999],
        ['by_text["k999999"]', 999_999],
        ['by_text["none"]', null],
        ['by_range[6]', 3],
        ['by_float[0.25]', 1],
        ['by_float[1e999]', 2],
        ['by_truth[False]', 1],
        ['by_truth[0]', null],
        ['by_category["b"]', 1],
        ['by_category["z"]', null],
        ['by_nullable[7]', 2],
        ['by_string["q"]', 1],
        ['by_anything[4]', 0],
        ['by_anything["y"]', 3],
        ['by_anything[None]', 2],
        ['by_anything["z"]', null],
        ['by_big[9223372036854775807]', 0],
        ['by_big[9223372036854775808]', null],
        ['by_unsigned[9223372036854775809]', 0],
        ['by_unsigned[9223372036854775808]', null],
        ['by_unsigned[-1]', null],
      ];
      for (const [path, row] of found) {
        const expected = row === null ? { notFound: expect.any(String) } : { summary: String(row) };
        expect.soft(await inspect(python(), path), path).toMatchObject(expected);
      }
    },
  );

  it.skipIf(engine === 'pyodide')('that are big or in a file are not brought into memory', async () => {
    await python().run(`
import numpy as np
spread = np.broadcast_to(np.float64(1), (40_000, 40_000))
with open("mapped", "wb") as file: file.truncate(10_000_000_000)
mapped = np.memmap("mapped", dtype=np.int8, mode="r")
`);
    const grown = await growthOf(python(), async () => {
      const spread = await inspect(python(), 'spread');
      expect(spread).toMatchObject({ min: 1, max: 1, sampled: expect.any(Number) });
      const mapped = await inspect(python(), 'mapped');
      expect(mapped).toMatchObject({ shape: [10_000_000_000] });
      expect(mapped).not.toHaveProperty('head');
      await python().call(listVariablesSource);
    });
    expect(grown, 'kB').toBeLessThan(200_000);
  });

  it.skipIf(engine === 'pyodide')('that have many sides are looked at from the beginning only', async () => {
    await python().run(`
import numpy as np
qubits = np.zeros((2,) * 17, dtype=np.int8)
folded = np.broadcast_to(np.float32(1), (2,) * 30)
cube = np.arange(30 ** 3).reshape(30, 30, 30)
`);
    const grown = await growthOf(python(), async () => {
      const { head } = asJson(await inspect(python(), 'qubits', 20_000));
      expect(head).toMatch(/^\[{17}0, 0\].*\]{17}$/);
      expect(String(head).match(/0/g)).toHaveLength(128);
      expect(await inspect(python(), 'folded')).toMatchObject({ min: 1, head: expect.any(String) });
      // As many of three sides as ever, and fewer of them where there is less room.
      const cube = String(asJson(await inspect(python(), 'cube', 20_000)).head);
      expect(cube).toMatch(/^\[\[\[0, 1, 2, 3, 4, 5, 6, 7, 8, 9\], .*, 3729\]\]\]$/);
      expect(await inspect(python(), 'cube', 300)).toMatchObject({ head: '[[[0, 1, 2]]]' });
    });
    expect(grown, 'kB').toBeLessThan(8_000);
  });

  it.skipIf(engine === 'pyodide')('that are made of a file are not read either', async () => {
    await python().run(`
import mmap, os, numpy as np, pandas as pd
with open("large", "wb") as file: file.truncate(80_000_000)
on_disk = np.memmap("large", dtype=np.float64, mode="r", shape=(10_000_000,))
view = np.asarray(on_disk)[5:].reshape(-1, 5)
with open("large", "rb") as file: buffered = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
column = pd.Series(on_disk, name="c", copy=False)
times = pd.Series(np.asarray(on_disk).view("M8[ns]"), copy=False)
both = pd.DataFrame({"c": column, "n": np.arange(10_000_000)}, copy=False)
frame = pd.DataFrame(np.asarray(on_disk).reshape(-1, 2), copy=False)
def _kB_read():
    if not os.path.exists("/proc/self/smaps"): return 0
    with open("/proc/self/smaps") as file: parts = file.read().split("large\\n")[1:]
    return sum(int(part.split("Rss:")[1].split()[0]) for part in parts)
`);
    for (const path of ['view', 'buffered', 'column', 'times', 'frame']) {
      const found = asJson(await inspect(python(), path));
      expect.soft(found.summary, path).toMatch(/, in a file that was not read$/);
      expect.soft(found, path).not.toHaveProperty('min');
      expect.soft(found, path).not.toHaveProperty('sampled');
    }
    expect(await inspect(python(), 'frame')).toMatchObject({
      columns: 'name|dtype\n0|float64\n1|float64',
      head: expect.stringContaining('\n0|…|…\n'),
    });
    expect(await python().run('print(_kB_read())')).toBe('0\n');
    expect(await inspect(python(), 'both')).toMatchObject({
      summary: '10000000 rows x 2 columns, 1 of them in a file that was not read',
      head: expect.stringContaining('\n0|…|0\n'),
    });
    await python().run('in_memory = on_disk[:3].copy()');
    expect(await inspect(python(), 'in_memory')).toMatchObject({ head: '[0.0, 0.0, 0.0]' });
  });

  it.skipIf(engine === 'pyodide' || !hasScipy)('that are sparse are not made dense', async () => {
    await python().run(`
import scipy.sparse
sparse = scipy.sparse.csr_matrix((100_000, 100_000))
`);
    const grown = await growthOf(python(), async () => {
      expect(await inspect(python(), 'sparse')).toMatchObject({ shape: [100_000, 100_000], stored: 0 });
      await python().call(listVariablesSource);
    });
    expect(grown, 'kB').toBeLessThan(200_000);
  });

  it.skipIf(engine === 'pyodide' || !hasDask)('that are lazy are not computed', async () => {
    await python().run(`
import dask, dask.array, numpy as np
@dask.delayed
def computed():
    open("computed", "w").close()
    return np.zeros((100_000, 12_500))
lazy = dask.array.from_delayed(computed(), shape=(100_000, 12_500), dtype=float)
`);
    expect(await inspect(python(), 'lazy')).toMatchObject({ shape: [100_000, 12_500], dtype: 'float64' });
    await python().call(listVariablesSource);
    expect(await python().run('import os\nprint(os.path.exists("computed"))')).toBe('False\n');
  });
});
