import { describe, expect, it } from 'vitest';
import { ColabCell } from '../../../src/colab/surface/cell.ts';
import { CellList } from '../../../src/colab/surface/cell-list.ts';

interface View {
  cellId?: string | undefined;
}

/** A list over these objects, and how often one of them was looked at to make a cell. */
function listOver(...ids: string[]) {
  let made = 0;
  const items: unknown[] = ids.map((cellId): View => ({ cellId }));
  const list = new CellList((view: View) => {
    made++;
    return ColabCell.fromView(view);
  });
  return {
    items,
    list,
    read: () => list.read(items).map(({ id }) => id),
    find: (id: string) => list.find(items, id)?.id,
    /** Since the last time. */
    made: () => {
      const count = made;
      made = 0;
      return count;
    },
  };
}

describe('the list of cells', () => {
  it('is the same array, with nothing asked again, as long as nothing changes', () => {
    const { list, items, made } = listOver('a', 'b');
    const first = list.read(items);
    expect(made()).toBe(2);
    expect(list.read([...items])).toBe(first);
    expect(made()).toBe(0);
  });

  it.each<[string, (items: unknown[]) => void, string, number]>([
    ['a new first cell', (items) => items.unshift({ cellId: 'x' }), 'xabcd', 1],
    ['a new cell in between', (items) => items.splice(2, 0, { cellId: 'x' }), 'abxcd', 1],
    ['a new last cell', (items) => items.push({ cellId: 'x' }), 'abcdx', 1],
    ['a deletion at the start', (items) => items.shift(), 'bcd', 0],
    ['a deletion in between', (items) => items.splice(1, 2), 'ad', 0],
    ['a deletion at the end', (items) => items.pop(), 'abc', 0],
    ['a move', (items) => items.splice(2, 0, ...items.splice(0, 1)), 'bcad', 0],
    ['a swap of the ends', (items) => items.reverse(), 'dcba', 0],
    ['a replacement', (items) => items.splice(1, 1, { cellId: 'x' }), 'axcd', 1],
    ['an empty notebook', (items) => items.splice(0), '', 0],
  ])('follows %s, and makes only what is new', (_what, change, ids, count) => {
    const { list, items, read, find, made } = listOver('a', 'b', 'c', 'd');
    const before = list.read(items);
    made();
    change(items);
    expect(read().join('')).toBe(ids);
    expect(made()).toBe(count);
    for (const id of ids) expect(find(id)).toBe(id);
    expect(made()).toBe(0);
    for (const id of 'abcdx') if (!ids.includes(id)) expect(find(id)).toBeUndefined();
    expect(before.map(({ id }) => id).join('')).toBe('abcd');
  });

  it('finds out an id that a cell has changed', () => {
    const { items, read, find } = listOver('a', 'b');
    expect(read()).toEqual(['a', 'b']);
    Object.assign(items[1] ?? {}, { cellId: 'c' });
    expect(find('b')).toBeUndefined();
    expect(find('c')).toBe('c');
    expect(read()).toEqual(['a', 'c']);
  });

  it('leaves out what tells no id, until it does', () => {
    const { list, items, read, find } = listOver('a', 'b');
    const silent: View = { cellId: undefined };
    items.splice(1, 0, silent, null, 'text');
    expect(read()).toEqual(['a', 'b']);
    silent.cellId = 's';
    expect(find('s')).toBe('s');
    expect(list.read(items).map(({ id }) => id)).toEqual(['a', 's', 'b']);
  });

  it('gives the first of two cells with the same id, and the other one when that is gone', () => {
    const { list, items } = listOver('a', 'b', 'a');
    const [first, , second] = items;
    expect(list.find(items, 'a')?.view).toBe(first);
    items.shift();
    expect(list.find(items, 'a')?.view).toBe(second);
    items.unshift(first);
    items.pop();
    expect(list.find(items, 'a')?.view).toBe(first);
  });
});
