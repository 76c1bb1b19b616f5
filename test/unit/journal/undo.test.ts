import { beforeEach, describe, expect, it } from 'vitest';
import { ChangeLog } from '../../../src/journal/change-log.ts';
import { undoChanges } from '../../../src/journal/undo.ts';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import { cellRevision } from '../../../src/notebook/revision.ts';
import { CLAUDE, CODEX } from '../../support/agents.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { code, memoryNotebook, text } from '../../support/memory-notebook.ts';

describe('changes of agents', () => {
  let held: MemoryCell[];
  let notebook: Notebook;
  let log: ChangeLog;
  beforeEach(() => {
    held = [code('a', '1'), code('b', '2'), text('c', '3')];
    notebook = memoryNotebook(held);
    log = new ChangeLog();
  });
  const sources = (): string[] => held.map(({ source }) => source);
  const undo = (...numbers: number[]) => undoChanges(notebook, log, numbers);

  async function edit(cellId: string, after: string, agent = CLAUDE): Promise<void> {
    const { before, revision } = await notebook.replaceSource({ cellId, source: after });
    log.add(agent, cellId, { kind: 'edited', before, after, revision });
  }
  async function remove(cellId: string): Promise<void> {
    const { index, kind, source, hadOutputs } = await notebook.deleteCell({ cellId });
    const place = { behind: held[index - 1]?.id ?? null, index };
    log.add(CLAUDE, cellId, { kind: 'deleted', cellKind: kind, before: source, hadOutputs, place });
  }
  async function move(cellId: string, to: number): Promise<void> {
    const from = held.findIndex(({ id }) => id === cellId);
    const behind = held[from - 1]?.id ?? null;
    await notebook.moveCell({ cellId, index: to });
    log.add(CLAUDE, cellId, { kind: 'moved', from: { behind, index: from }, to });
  }

  it('are taken back once, however often the user clicks', async () => {
    await remove('b');
    const both = await Promise.all([undo(1), undo(1)]);
    expect(both.map(({ undone }) => undone)).toEqual([[1], []]);
    expect(sources()).toEqual(['1', '2', '3']);
  });

  it('are taken back, the newest first, whatever order is asked for', async () => {
    await edit('a', 'x');
    await edit('a', 'y');
    await remove('b');
    await move('c', 0);
    const { cellId } = await notebook.insertCell({ index: 1, kind: 'code', source: 'new' });
    log.add(CLAUDE, cellId, { kind: 'added', after: 'new', revision: cellRevision('code', 'new') });
    expect(await undo(1, 3, 5, 2, 4)).toEqual({ undone: [5, 4, 3, 2, 1], refused: [] });
    expect(sources()).toEqual(['1', '2', '3']);
    expect(log.changes.every(({ isUndone }) => isUndone)).toBe(true);
    expect(await undo(1)).toEqual({ undone: [], refused: [] });
  });

  it('go on with a cell that came back under another id', async () => {
    await edit('b', 'x');
    await remove('b');
    expect(await undo(1, 2)).toEqual({ undone: [2, 1], refused: [] });
    expect(sources()).toEqual(['1', '2', '3']);
    expect(log.currentId('b')).toBe(held[1]?.id);
  });

  it('find their place by their neighbour, where others came in between', async () => {
    await remove('b');
    held.unshift(code('human', 'h'));
    await undo(1);
    expect(sources()).toEqual(['h', '1', '2', '3']);
    await move('human', 2);
    await undo(2);
    expect(sources()).toEqual(['h', '1', '2', '3']);
    await move('c', 1);
    await undo(3);
    expect(sources()).toEqual(['h', '1', '2', '3']);
  });

  it('find it by their index, where the neighbour is gone', async () => {
    await remove('b');
    held.shift();
    await undo(1);
    expect(sources()).toEqual(['3', '2']);
  });

  it('stay where the human has changed the cell since, with the difference', async () => {
    await edit('a', 'x');
    await notebook.replaceSource({ cellId: 'a', source: 'mine' });
    expect(await undo(1)).toEqual({
      undone: [],
      refused: [
        {
          number: 1,
          reason: 'The cell was changed since, so it stays as it is.',
          expected: 'x',
          found: 'mine',
        },
      ],
    });
    expect(sources()).toEqual(['mine', '2', '3']);
  });

  it('stay where a later change of the cell still stands', async () => {
    await edit('a', 'x');
    await edit('a', 'y', CODEX);
    expect(await undo(1)).toEqual({
      undone: [],
      refused: [{ number: 1, reason: 'Codex has changed the same cell again since.' }],
    });
    expect(await undo(2, 1)).toMatchObject({ undone: [2, 1] });
  });

  it('stay where the user moved the cell since', async () => {
    await move('a', 2);
    log.movedByUser('a');
    expect(await undo(1)).toEqual({
      undone: [],
      refused: [{ number: 1, reason: 'The user has moved the cell since, so it stays.' }],
    });
    await move('a', 0);
    expect(await undo(2)).toMatchObject({ undone: [2] });
  });

  it('stay where the cell is gone, or they were forgotten', async () => {
    await edit('a', 'x');
    held.shift();
    expect(await undo(1, 99)).toEqual({
      undone: [],
      refused: [
        { number: 1, reason: 'The cell is not there any more.' },
        { number: 99, reason: 'This change is too long ago: it was forgotten.' },
      ],
    });
  });

  it('are bounded in number and in characters, and tell when they change', () => {
    let told = 0;
    const stop = log.onChange(() => {
      told += 1;
    });
    const added = (after: string): void => log.add(CLAUDE, 'a', { kind: 'added', after, revision: 'r' });
    for (let n = 0; n < 1_001; n++) added('');
    expect([log.changes.length, log.changes[0]?.number, told]).toEqual([1_000, 2, 1_001]);
    stop();
    added('x'.repeat(5_000_000));
    added('x'.repeat(5_000_000));
    expect(log.changes.map(({ number }) => number)).toEqual([1_003]);
    expect(told).toBe(1_001);
  });
});
