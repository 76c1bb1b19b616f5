import type { Executor } from '../execution/executor.ts';
import type { Cell } from '../model/cell.ts';
import { changedRange } from '../model/changed-range.ts';
import type { NotebookDocument } from '../model/notebook-document.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { CodeCellView } from './code-cell-view.ts';
import { el } from './dom.ts';
import { NearViewport } from './near-viewport.ts';
import { TextCellView } from './text-cell-view.ts';

export type CellView = CodeCellView | TextCellView;

const LABELS_AT_ONCE = 250;

/** The list of cells on the page, kept in step with the document. */
export class NotebookView {
  readonly list = el('div', { class: 'notebook-cell-list' });
  readonly #document: NotebookDocument;
  readonly #executor: Executor;
  readonly #behaviour: Behaviour;
  readonly #near = new NearViewport();
  readonly #views = new Map<Cell, CellView>();
  readonly #viewIn = new WeakMap<Element, CellView>();
  #shown: readonly Cell[] = [];
  /** The first cell whose label may be wrong. */
  #unlabelled = Number.POSITIVE_INFINITY;
  #labelling = 0;

  constructor(document: NotebookDocument, executor: Executor, behaviour: Behaviour) {
    this.#document = document;
    this.#behaviour = behaviour;
    this.#executor = executor;
    document.events.on('cells', () => this.#arrange());
    document.events.on('focus', ({ cell, before }) => {
      if (before) this.#views.get(before)?.setFocused(false);
      if (cell) this.#views.get(cell)?.setFocused(true);
    });
    // The browser finds out by itself which cells need not be drawn: no need to watch thousands of them as well.
    this.list.addEventListener('contentvisibilityautostatechange', (event) => {
      const isNear = event instanceof ContentVisibilityAutoStateChangeEvent && !event.skipped;
      if (isNear && event.target instanceof Element) this.#viewIn.get(event.target)?.arrive();
    });
    this.#arrange();
  }

  viewOf(cell: Cell): CellView | undefined {
    return this.#views.get(cell);
  }

  /** Adds, removes and moves only what changed: an element that stays keeps its editor and its frames. */
  #arrange(): void {
    const { cells } = this.#document;
    const { start, before, now } = changedRange(this.#shown, cells);
    const present = new Set(now);
    for (const cell of before) {
      if (present.has(cell)) continue;
      this.#views.get(cell)?.destroy();
      this.#views.delete(cell);
    }
    let at = this.list.children[start] ?? null;
    for (const cell of now) {
      const view = this.#views.get(cell) ?? this.#make(cell);
      if (view.element === at) at = at.nextElementSibling;
      else this.list.insertBefore(view.element, at);
    }
    this.#shown = cells.slice();
    this.#labelFrom(start);
  }

  /** Labels count the cells, so all that follow change: in idle time, because nobody waits for them. */
  #labelFrom(start: number): void {
    this.#unlabelled = Math.min(this.#unlabelled, start);
    this.#labelling ||= requestIdleCallback(() => {
      const first = this.#unlabelled;
      const next = first + LABELS_AT_ONCE;
      for (const [at, cell] of this.#shown.slice(first, next).entries()) {
        this.#views.get(cell)?.setIndex(first + at);
      }
      this.#labelling = 0;
      this.#unlabelled = Number.POSITIVE_INFINITY;
      if (next < this.#shown.length) this.#labelFrom(next);
    });
  }

  #make(cell: Cell): CellView {
    const view =
      cell.kind === 'code'
        ? new CodeCellView(cell, this.#near, this.#behaviour)
        : new TextCellView(cell, this.#near, this.#behaviour);
    this.#views.set(cell, view);
    this.#viewIn.set(view.element, view);
    view.element.addEventListener('mousedown', (event) => this.#pointerDown(view, event));
    // A script's click() or focus() brings no mousedown, and has to do as well as a hand.
    view.element.addEventListener('click', () => this.#document.focus(view.cell));
    view.element.addEventListener('focus', () => this.#document.focus(view.cell));
    if (view instanceof CodeCellView) {
      view.runButton.addEventListener('click', () => this.#toggleRun(view));
    }
    return view;
  }

  #pointerDown(view: CellView, event: MouseEvent): void {
    const wasLive = view instanceof CodeCellView && view.editor.live !== undefined;
    this.#document.focus(view.cell);
    const inEditor = event.target instanceof Element && event.target.closest('.lazy-editor') !== null;
    if (view instanceof CodeCellView && !wasLive && inEditor) {
      event.preventDefault();
      view.editor.showLive().focusAt(event.clientX, event.clientY);
    }
  }

  /** The button is a toggle: it interrupts what it started. */
  #toggleRun({ cell }: CodeCellView): void {
    if (cell.phase === 'idle') {
      this.#document.focus(cell);
      this.#executor.run(cell, 'click').catch(() => {});
    } else if (cell.phase === 'running') this.#executor.interrupt();
  }
}
