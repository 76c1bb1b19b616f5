import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { FakeColab } from './fake-colab.ts';

/** As much of an element as finding its cell needs. */
class FakeElement {
  readonly id: string;
  readonly parentElement: FakeElement | null;
  readonly isOutput: boolean;

  constructor(id: string, parent: FakeElement | null = null, isOutput = false) {
    this.id = id;
    this.parentElement = parent;
    this.isOutput = isOutput;
  }

  closest(selector: string): FakeElement | null {
    const isIt = selector === '.output' ? this.isOutput : this.id.startsWith('cell-');
    return isIt ? this : (this.parentElement?.closest(selector) ?? null);
  }

  querySelectorAll(): FakeElement[] {
    return [];
  }
}

type Tell = (records: Array<{ target: unknown }>) => void;
const observers = new Set<Tell>();

class FakeObserver {
  readonly #tell: Tell;
  constructor(tell: Tell) {
    this.#tell = tell;
  }
  observe(_list: unknown, options: MutationObserverInit): void {
    if (options.characterData) observers.add(this.#tell);
  }
  disconnect(): void {
    observers.delete(this.#tell);
  }
}

describe('being told of changes of others', () => {
  let colab: FakeColab;
  const list = new FakeElement('list');
  const mutated = (...targets: unknown[]) => {
    for (const tell of observers) tell(targets.map((target) => ({ target })));
  };
  const inside = (cellId: string) => new FakeElement('', new FakeElement(`cell-${cellId}`, list));

  beforeEach(() => {
    vi.stubGlobal('Element', FakeElement);
    vi.stubGlobal('MutationObserver', FakeObserver);
    observers.clear();
    colab = new FakeColab('a', 'b', 'c').withRemoveAndMove();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  async function listening() {
    const querySelector = vi.fn().mockReturnValue(list);
    const document = { ...colab.window.document, querySelector };
    const { notebook } = createColab({ ...colab.window, document });
    const told = vi.fn();
    const stop = notebook.onForeignChange(told);
    await notebook.readCells({});
    // What there was at first is read in slices: done when there is something to compare with.
    expect(await notebook.takeForeignChanges()).toEqual([]);
    return { notebook, told, stop };
  }

  it('happens once until they are taken', async () => {
    const { notebook, told, stop } = await listening();
    colab.cell('c1').text = 'x';
    mutated(inside('c1'));
    colab.cell('c2').text = 'y';
    mutated(inside('c2'));
    expect(told).toHaveBeenCalledTimes(1);
    expect(await notebook.takeForeignChanges()).toMatchObject([
      { kind: 'edited', cellId: 'c1' },
      { kind: 'edited', cellId: 'c2' },
    ]);
    colab.remove(colab.cell('c0'));
    mutated(list);
    expect(told).toHaveBeenCalledTimes(2);
    await notebook.takeForeignChanges();
    stop();
    colab.remove(colab.cell('c1'));
    mutated(list);
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('does not happen when a cell is only drawn anew, or shows outputs', async () => {
    const { notebook, told } = await listening();
    mutated(inside('c1'), list, new FakeElement('elsewhere'));
    colab.cell('c1').text = 'x';
    mutated(new FakeElement('', new FakeElement('', new FakeElement('cell-c1'), true)));
    expect(told).not.toHaveBeenCalled();
    // Nobody saw it change, and nobody looks at all cells for that.
    expect(await notebook.takeForeignChanges()).toEqual([]);
  });

  it('does not happen for what we do', async () => {
    const { notebook, told } = await listening();
    const { setText } = colab.cell('c0');
    colab.cell('c0').setText = (text) => {
      setText(text);
      mutated(inside('c0'));
    };
    await notebook.replaceSource({ cellId: 'c0', source: 'ours' });
    await notebook.deleteCell({ cellId: 'c1' });
    mutated(list, inside('c0'));
    expect(told).not.toHaveBeenCalled();
    expect(await notebook.takeForeignChanges()).toEqual([]);
  });

  it('happens after ours when both fall together', async () => {
    const { notebook, told } = await listening();
    const { setText } = colab.cell('c0');
    colab.cell('c0').setText = (text) => {
      setText(text);
      colab.cell('c2').text = 'theirs';
      mutated(inside('c0'), inside('c2'));
      expect(told).not.toHaveBeenCalled();
    };
    await notebook.replaceSource({ cellId: 'c0', source: 'ours' });
    expect(told).toHaveBeenCalledTimes(1);
    expect(await notebook.takeForeignChanges()).toMatchObject([{ kind: 'edited', cellId: 'c2' }]);
  });

  it('looks at every cell once more when the page has made a new list', async () => {
    let current = list;
    const document = { ...colab.window.document, querySelector: vi.fn().mockImplementation(() => current) };
    const { notebook } = createColab({ ...colab.window, document });
    await notebook.readCells({});
    current = new FakeElement('list');
    colab.cell('c1').text = 'x';
    expect(await notebook.takeForeignChanges()).toMatchObject([{ kind: 'edited', cellId: 'c1' }]);
    colab.cell('c2').text = 'x';
    expect(await notebook.takeForeignChanges()).toEqual([]);
  });
});
