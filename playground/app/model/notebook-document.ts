import type { Cell, CodeCell } from './cell.ts';
import { Emitter } from './emitter.ts';

export interface FileId {
  fileId: string;
  source: 'drive' | 'github' | 'scratch';
}

interface DocumentEvents {
  /** Cells were added, removed or moved. */
  cells: null;
  focus: { cell: Cell | null; before: Cell | null };
  title: string;
}

/** The notebook itself: which cells there are, in which order, and which one has the focus. */
export class NotebookDocument {
  readonly events = new Emitter<DocumentEvents>();
  readonly file: FileId;
  #title: string;
  #cells: Cell[] = [];
  #focused: Cell | null = null;
  #removed: { cell: Cell; index: number }[] = [];
  #isLocked = false;

  constructor(file: FileId, title: string) {
    this.file = file;
    this.#title = title;
  }

  get cells(): readonly Cell[] {
    return this.#cells;
  }

  get codeCells(): CodeCell[] {
    return this.#cells.filter((cell) => cell.kind === 'code');
  }

  get focused(): Cell | null {
    return this.#focused;
  }

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    if (title === this.#title) return;
    this.#title = title;
    this.events.emit('title', title);
  }

  /** Only a notebook that lives somewhere can be saved; a scratch one must be copied first. */
  get saveable(): boolean {
    return this.file.source === 'drive' && !this.#isLocked;
  }

  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** From now on nothing of it can be changed. */
  lock(): void {
    this.#isLocked = true;
    for (const cell of this.#cells) cell.source.isLocked = true;
  }

  find(id: string): Cell | undefined {
    return this.#cells.find((cell) => cell.id === id);
  }

  indexOf(cell: Cell): number {
    return this.#cells.indexOf(cell);
  }

  insert(index: number, ...cells: Cell[]): void {
    if (this.#isLocked) return;
    this.#cells.splice(clamp(index, 0, this.#cells.length), 0, ...cells);
    this.events.emit('cells', null);
  }

  remove(cells: readonly Cell[]): void {
    if (this.#isLocked) return;
    const focusedIndex = this.#focused ? this.indexOf(this.#focused) : -1;
    for (const cell of cells) {
      const index = this.indexOf(cell);
      if (index < 0) continue;
      this.#cells.splice(index, 1);
      this.#removed.push({ cell, index });
    }
    this.events.emit('cells', null);
    if (this.#focused && !this.#cells.includes(this.#focused)) {
      this.focus(this.#cells[Math.min(focusedIndex, this.#cells.length - 1)] ?? null);
    }
  }

  undoRemove(): void {
    const last = this.#removed.pop();
    if (!last) return;
    this.insert(last.index, last.cell);
    this.focus(last.cell);
  }

  move(cell: Cell, to: number): void {
    const from = this.indexOf(cell);
    const target = clamp(to, 0, this.#cells.length - 1);
    if (from < 0 || from === target || this.#isLocked) return;
    this.#cells.splice(from, 1);
    this.#cells.splice(target, 0, cell);
    this.events.emit('cells', null);
  }

  /** In the order of these ids; cells that are not named stay where they are. */
  arrange(ids: readonly string[]): void {
    for (const [index, id] of ids.entries()) {
      const cell = this.find(id);
      if (cell) this.move(cell, index);
    }
  }

  focus(cell: Cell | null): void {
    const before = this.#focused;
    if (before === cell) return;
    this.#focused = cell;
    this.events.emit('focus', { cell, before });
  }

  toJson(): Record<string, unknown> {
    return {
      nbformat: 4,
      nbformat_minor: 0,
      metadata: {
        colab: { name: this.title, provenance: [] },
        kernelspec: { name: 'python3', display_name: 'Python 3' },
        language_info: { name: 'python' },
      },
      cells: this.#cells.map((cell) => cell.toJson()),
    };
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
