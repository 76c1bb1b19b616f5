import { expect, test } from 'vitest';
import { CodeCell, TextCell } from '../../playground/app/model/cell.ts';
import { changedRange } from '../../playground/app/model/changed-range.ts';
import { cellsFromIpynb } from '../../playground/app/model/ipynb.ts';
import { NotebookDocument } from '../../playground/app/model/notebook-document.ts';
import { OutputList, outputToJson } from '../../playground/app/model/outputs.ts';
import { ToolArguments } from '../../playground/app/surface/tool-arguments.ts';
import { readBehaviour } from '../../playground/app/variants/behaviour.ts';
import { VARIANTS } from '../../playground/variants.ts';

test('cells have ids of twelve characters', () => {
  expect(new CodeCell().id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{11}$/);
});

test('deleting the focused cell moves the focus, and the cell can come back', () => {
  const notebook = new NotebookDocument({ fileId: 'x', source: 'scratch' }, 'Untitled.ipynb');
  const [first, second] = [new CodeCell('1'), new TextCell('two')];
  notebook.insert(0, first, second);
  notebook.focus(first);
  notebook.remove([first]);
  expect(notebook.focused).toBe(second);
  notebook.undoRemove();
  expect(notebook.cells).toEqual([first, second]);
  expect(notebook.focused).toBe(first);
});

test('moving clamps to the ends', () => {
  const notebook = new NotebookDocument({ fileId: 'x', source: 'scratch' }, 'Untitled.ipynb');
  const cells = [new CodeCell('a'), new CodeCell('b'), new CodeCell('c')];
  notebook.insert(0, ...cells);
  notebook.move(notebook.cells[0] ?? new CodeCell(), 99);
  expect(notebook.cells.map((cell) => cell.source.value)).toEqual(['b', 'c', 'a']);
});

test('a notebook survives being written and read', () => {
  const notebook = new NotebookDocument({ fileId: 'x', source: 'drive' }, 'n.ipynb');
  notebook.insert(0, new TextCell('# Title\ntext'), new CodeCell('x = 1\nx'));
  const read = cellsFromIpynb(JSON.parse(JSON.stringify(notebook.toJson())));
  expect(read.map((cell) => [cell.kind, cell.id, cell.source.value])).toEqual(
    notebook.cells.map((cell) => [cell.kind, cell.id, cell.source.value]),
  );
});

test('streams of one name are joined; clear_output(wait) clears with the next output', () => {
  const outputs = new OutputList();
  outputs.add({ type: 'stream', name: 'stdout', text: 'a\n' });
  outputs.add({ type: 'stream', name: 'stdout', text: 'b\n' });
  expect(outputs.items.map(outputToJson)).toEqual([
    { output_type: 'stream', name: 'stdout', text: ['a\n', 'b\n'] },
  ]);
  outputs.add({ type: 'clear_output', wait: true });
  expect(outputs.items).toHaveLength(1);
  outputs.add({ type: 'stream', name: 'stdout', text: 'c' });
  expect(outputs.items.map(outputToJson)).toEqual([{ output_type: 'stream', name: 'stdout', text: ['c'] }]);
});

test('the end of a long stream is found without the rest of it', () => {
  const outputs = new OutputList();
  for (let line = 0; line < 100; line++) outputs.add({ type: 'stream', name: 'stdout', text: `${line}\n` });
  const stream = outputs.items[0];
  expect(stream?.type === 'stream' && stream.tail(6)).toEqual({ text: '98\n99\n', whole: false });
});

test('wrong tool arguments are named', () => {
  const fields = { cellIndex: { kind: 'index', required: true } } as const;
  expect(() => new ToolArguments('move_cell', fields, {})).toThrow(
    'Invalid arguments for move_cell: cellIndex Required (received undefined)',
  );
});

test('every variant is understood, alone and with others', () => {
  for (const name of Object.keys(VARIANTS)) readBehaviour(new URLSearchParams({ variant: name }));
  const behaviour = readBehaviour(new URLSearchParams('variant=run-anyway,md-dialog'));
  expect(behaviour).toMatchObject({ askRunAnyway: true, dialogForm: 'md-dialog', toolsService: true });
});

test.each([
  ['abc', 'abc', 3, '', ''],
  ['abc', 'abxc', 2, '', 'x'],
  ['abc', 'xabc', 0, '', 'x'],
  ['abcd', 'ad', 1, 'bc', ''],
  ['abcd', 'bcad', 0, 'abc', 'bca'],
  ['aa', 'a', 1, 'a', ''],
  ['', 'ab', 0, '', 'ab'],
])('a change from %s to %s is found where it is', (before, now, start, left, came) => {
  const range = changedRange([...before], [...now]);
  expect({ ...range, before: range.before.join(''), now: range.now.join('') }).toEqual({
    start,
    before: left,
    now: came,
  });
});
