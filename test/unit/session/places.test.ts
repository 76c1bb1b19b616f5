import { describe, expect, it, vi } from 'vitest';
import { Places } from '../../../content-scripts/session/places.ts';
import { code, memoryNotebook } from '../../support/memory-notebook.ts';

function setUp(...ids: string[]) {
  const asked: string[][] = [];
  const base = memoryNotebook(ids.map((id) => code(id, '')));
  const notebook = {
    ...base,
    findCells: (target: { cellIds: string[] }) => {
      asked.push(target.cellIds);
      return base.findCells(target);
    },
  };
  const places = new Places(notebook);
  const learned = vi.fn();
  places.onlearned = learned;
  return { places, asked, notebook, learned };
}

describe('where cells stand', () => {
  it('is asked for once, for all that are shown together', async () => {
    const { places, asked, learned } = setUp('a', 'b', 'c');
    expect(['a', 'c', 'a'].map((id) => places.of(id))).toEqual([null, null, null]);
    await vi.waitFor(() => expect(learned).toHaveBeenCalledOnce());
    expect(['a', 'c', 'b'].map((id) => places.known(id))).toEqual([1, 3, null]);
    expect(asked).toEqual([['a', 'c']]);
  });

  it('is known of the others when one of them is gone, which is not asked for again', async () => {
    const { places, asked, learned } = setUp('a', 'b');
    for (const id of ['gone', 'b']) places.of(id);
    await vi.waitFor(() => expect(learned).toHaveBeenCalledOnce());
    expect(['gone', 'b'].map((id) => places.of(id))).toEqual([null, 2]);
    expect(asked).toEqual([['gone', 'b']]);
  });

  it('follows what agents do without reading anew', () => {
    const { places, asked } = setUp();
    places.saw(['a', 'b', 'c'].map((id, index) => ({ id, index })));
    const all = () => ['a', 'b', 'c', 'new'].map((id) => places.of(id));
    places.inserted('new', 1);
    expect(all()).toEqual([1, 3, 4, 2]);
    places.deleted('a', 0);
    expect(['b', 'c', 'new'].map((id) => places.known(id))).toEqual([2, 3, 1]);
    expect(asked).toEqual([]);
  });

  it('is asked for again when cells came or went while it was read', async () => {
    const { places, asked, learned, notebook } = setUp('a', 'b');
    places.of('b');
    // The read is under way.
    await Promise.resolve();
    const inserting = notebook.insertCell({ index: 0, kind: 'code', source: '' });
    places.inserted('new', 0);
    await inserting;
    await vi.waitFor(() => expect(learned).toHaveBeenCalledOnce());
    expect(places.of('b')).toBeNull();
    await vi.waitFor(() => expect(places.known('b')).toBe(3));
    expect(asked).toEqual([['b'], ['b']]);
  });
});
