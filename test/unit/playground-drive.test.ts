import { expect, it } from 'vitest';
import { cellFromJson, cellsFromIpynb } from '../../playground/app/model/ipynb.ts';
import { outputToJson } from '../../playground/app/model/outputs.ts';
import { mergeOrders } from '../../playground/server/drive.ts';

it.each([
  ['nothing was there', 'ab', '', 'ab'],
  ['a cell was moved', 'bac', 'abc', 'bac'],
  ['another added one meanwhile', 'ab', 'axb', 'axb'],
  ['another added one at the start, and one after it', 'ab', 'xyab', 'xyab'],
  ['one is gone', 'ab', 'agb', 'ab'],
])('keeps the cells of all where %s', (_where, mine, theirs, merged) => {
  const exists = (id: string): boolean => id !== 'g';
  expect(mergeOrders([...mine], [...theirs], exists).join('')).toBe(merged);
});

it('brings back a cell as it was saved, with its outputs', () => {
  const outputs = [
    { output_type: 'stream', name: 'stderr', text: ['a\n', 'b'] },
    {
      output_type: 'display_data',
      data: { 'text/html': ['<b>\n', '</b>'], 'image/png': 'AA==' },
      metadata: {},
    },
    { output_type: 'execute_result', data: { 'text/plain': ['1'] }, metadata: {}, execution_count: 3 },
    { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['t'] },
  ];
  const json = {
    cell_type: 'code',
    id: 'c',
    metadata: { id: 'c' },
    source: ['x\n', 'y'],
    execution_count: 3,
    outputs,
  };
  const cell = cellFromJson(json);
  expect(cell.toJson()).toEqual(json);
  expect(cell.kind === 'code' && cell.outputs.items.map(outputToJson)).toEqual(outputs);
});

it('passes over what is no output, and takes what is no code for text', () => {
  const cells = cellsFromIpynb({
    cells: [{ cell_type: 'code', outputs: [null, { output_type: 'odd' }] }, {}, 1],
  });
  expect(cells.map(({ kind }) => kind)).toEqual(['code', 'text']);
  expect(cells[0]?.kind === 'code' && cells[0].outputs.items).toEqual([]);
});
