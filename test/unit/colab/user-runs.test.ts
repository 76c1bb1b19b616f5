import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserRuns } from '../../../src/colab/run/user-runs.ts';
import { ColabPage } from '../../../src/colab/surface/page.ts';
import { FakeColab } from './fake-colab.ts';

/** As much of an element as a class and an id need. */
class FakeElement {
  readonly id: string;
  classes: string[];

  constructor(id: string, ...classes: string[]) {
    this.id = id;
    this.classes = classes;
  }

  matches(selector: string): boolean {
    if (selector.includes('[id^="cell-"]') && !this.id.startsWith('cell-')) return false;
    const wanted = selector
      .replace(/\[.*\]/, '')
      .split('.')
      .filter(Boolean);
    return wanted.every((name) => this.classes.includes(name));
  }
}

type Records = Array<{ target?: unknown; addedNodes?: unknown[] }>;

/** The page's list of cells; the test says what the browser would tell of it. */
function listOf(...cells: FakeElement[]) {
  const observers: Array<{ tell: (records: Records) => void; options: MutationObserverInit }> = [];
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal(
    'MutationObserver',
    class {
      readonly #tell: (records: Records) => void;
      constructor(tell: (records: Records) => void) {
        this.#tell = tell;
      }
      observe(_list: unknown, options: MutationObserverInit): void {
        observers.push({ tell: this.#tell, options });
      }
    },
  );
  const list = {
    querySelectorAll: (selector: string) => cells.filter((cell) => cell.matches(selector)),
  };
  const { window } = new FakeColab();
  const document = { ...window.document, querySelector: vi.fn().mockReturnValue(list) };
  const runs = new UserRuns(new ColabPage({ ...window, document }));
  const heard: string[] = [];
  const stop = runs.listen((cellId) => heard.push(cellId));
  return {
    runs,
    heard,
    stop,
    observers,
    change: (cell: FakeElement, ...classes: string[]) => {
      cell.classes = classes;
      for (const { tell, options } of observers) if (options.attributes) tell([{ target: cell }]);
    },
    add: (...nodes: unknown[]) => {
      for (const { tell, options } of observers) if (options.childList) tell([{ addedNodes: nodes }]);
    },
  };
}

describe('runs of the user', () => {
  let cell: FakeElement;
  beforeEach(() => {
    cell = new FakeElement('cell-a', 'cell');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('are told once each, by the class of the cell', () => {
    const { runs, heard, change, stop } = listOf(cell);
    runs.attach();
    change(cell, 'cell', 'focused');
    expect(heard).toEqual([]);
    change(cell, 'cell', 'running');
    change(cell, 'cell', 'running', 'focused');
    expect(heard).toEqual(['a']);
    change(cell, 'cell');
    change(cell, 'cell', 'running');
    expect(heard).toEqual(['a', 'a']);
    stop();
    change(cell, 'cell');
    change(cell, 'cell', 'running');
    expect(heard).toHaveLength(2);
  });

  it('are not what has the class without being a cell', () => {
    const { runs, heard, change, add } = listOf();
    runs.attach();
    change(new FakeElement('x', 'cell'), 'cell', 'running');
    change(new FakeElement('cell-x'), 'running');
    add('a text', new FakeElement('cell-y', 'cell'));
    expect(heard).toEqual([]);
  });

  it('are seen when they began before anyone looked, and when the cell is drawn anew', () => {
    const other = new FakeElement('cell-b', 'cell', 'running');
    const { runs, heard, add } = listOf(cell, other);
    runs.attach();
    expect(heard).toEqual(['b']);
    add(new FakeElement('cell-b', 'cell', 'running'), new FakeElement('cell-c', 'cell', 'running'));
    expect(heard).toEqual(['b', 'c']);
  });

  it('are not those that we start', async () => {
    const { runs, heard, change } = listOf(cell);
    runs.attach();
    await runs.whileOurs('a', async () => change(cell, 'cell', 'running'));
    change(cell, 'cell', 'running');
    expect(heard).toEqual([]);
    change(cell, 'cell');
    change(cell, 'cell', 'running');
    expect(heard).toEqual(['a']);
  });

  it('are watched once for each list', () => {
    const { runs, observers } = listOf(cell);
    runs.attach();
    runs.attach();
    expect(observers).toHaveLength(2);
  });
});
