import { expect, it } from 'vitest';
import { z } from 'zod';
import { inspectVariableSource, listVariablesSource } from '../../../src/kernel/look-inside.ts';
import type { Python } from '../../support/python.ts';
import { describePython } from '../../support/python.ts';
import libraryTraps from './python/library_traps.py?raw';
import traps from './python/traps.py?raw';

const Listed = z.object({ variables: z.array(z.object({ name: z.string(), type: z.string() })) });

const arm = (python: Python) => python.run('trap_state["armed"] = True');
const disarm = (python: Python) => python.run('trap_state["armed"] = False');

/** What was called of them since the last time. */
const touched = (python: Python) =>
  python.run('import os\nif os.path.exists("touched"): print(open("touched").read()); os.remove("touched")');

/** Everything that can be looked at, and on the way to what they hold. */
const PATHS = [
  ...['in_dict["model"]', 'in_dict["model"]["deep"][0]', 'in_dict["a"]', 'in_dict["b"]', 'in_dict[("t", 1)]'],
  ...['in_list[0]', 'sub_dict["a"]', 'sub_dict["nothing"]', 'sub_list[-1]', 'sub_tuple[1]', 'sub_str[0]'],
  ...[
    'trap.shape',
    'trap["x"]',
    'meta_trap.anything',
    'slot_trap.held',
    'holder.a',
    'holder.b[0]',
    'holder.c',
  ],
  ...[
    'module.inner',
    'module.other',
    'failure.args',
    'foreign_name',
    'Meta',
    'MetaTrap',
    'Trap',
    'moment.tzinfo',
  ],
  ...['sub_default["none"]', 'fake_array.shape', 'tuple_of_names.other', 'slot_of_another.y'],
];
const LIBRARY_PATHS = [
  ...[
    'objects[0]',
    'objects[2]',
    'sub_array[0]',
    'sub_array.shape',
    'frame["cells"]',
    'frame["cells"][0]',
    'frame.n',
  ],
  ...[
    'frame_of_labels.columns',
    'frame_of_labels["plain"]',
    'sub_frame["a"]',
    'sub_frame.a',
    'sub_frame.index',
  ],
  ...['sub_series[0]', 'overridden["a"]', 'overridden.head', 'categories[0]', 'foreign_zone["t"]'],
  ...[
    'labels_and_name.name',
    'labels_and_name.dtype',
    'labels_and_name["name"].columns',
    'by_tuples["t", 1]',
  ],
  ...['zone_category[0]', 'by_zone_category["x"]', 'by_zone_category.index', 'by_zone_and_number.index'],
  ...['zone_spans[0]', 'by_zone_spans.index', 'by_zone_spans[0]', 'of_foreign_array["x"]', 'records.dtype'],
  ...['records[0]', 'records["a"]', 'records_of_names["plain"]', 'records_of_names["name"]'],
  ...['foreign_zone["t"][0]', 'named_zone["t"]', 'zone_index.index', 'frame["none"]', 'of_trap_name.name'],
];

describePython('a look at values', (python, engine) => {
  it('calls nothing of theirs', async () => {
    const hasLibraries = engine === 'ipython';
    await python().run(hasLibraries ? `${traps}\n${libraryTraps}` : traps);
    await arm(python());
    await python().run('try: repr(trap)\nexcept RuntimeError: pass');
    expect(await touched(python())).toContain('__repr__');

    const { variables } = Listed.parse(await python().call(listVariablesSource));
    expect(await touched(python())).toBe('');
    const names = variables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['trap', 'meta_trap', 'sub_dict', 'fake_array']));
    expect(names).not.toContain('Meta');

    for (const path of [...names, ...PATHS, ...(hasLibraries ? LIBRARY_PATHS : [])]) {
      for (const maxChars of [300, 20_000]) {
        const found = await python().call(inspectVariableSource, { path, maxChars });
        expect.soft(await touched(python()), path).toBe('');
        expect.soft(JSON.stringify(found), path).not.toContain('Not looked into');
      }
    }
    await disarm(python());
  }, 60_000);
});
