import { CellToolbar } from '../elements/cell-toolbar.ts';
import { RunButton } from '../elements/run-button.ts';
import type { CodeCell } from '../model/cell.ts';
import { addCellRowBetween } from './add-cell-row.ts';
import { el } from './dom.ts';
import { LazyEditor } from './lazy-editor.ts';
import type { NearViewport } from './near-viewport.ts';
import { OutputArea } from './output-area.ts';

export class CodeCellView {
  readonly cell: CodeCell;
  readonly element: HTMLElement;
  readonly editor: LazyEditor;
  readonly runButton = new RunButton();
  readonly #toolbar = el('div', { class: 'cell-toolbar sticky' });
  readonly #inputOutput = el('div', { class: 'codecell-input-output' });
  #outputArea: OutputArea | undefined;
  #focused = false;

  constructor(cell: CodeCell, near: NearViewport) {
    this.cell = cell;
    this.editor = new LazyEditor(cell.source, 'code', near);
    const gutter = el(
      'div',
      { class: 'cell-gutter' },
      el('div', { class: 'cell-execution-container' }, this.runButton),
    );
    this.#inputOutput.append(
      el('div', { class: 'inputarea horizontal layout code' }, gutter, this.editor.element),
    );
    this.element = el(
      'div',
      { id: `cell-${cell.id}`, class: 'cell code notebook-cell', attrs: { role: 'region', tabindex: '-1' } },
      el('div', { class: 'cell-tag-editor sticky' }),
      this.#toolbar,
      el('div', { class: 'main-content' }, el('div', { class: 'cell-contents' }, this.#inputOutput)),
      addCellRowBetween(),
    );
    cell.events.on('phase', () => this.refresh());
    cell.events.on('count', () => this.refresh());
    cell.events.on('completed', () => {
      this.#outputArea?.flush();
      this.refresh();
    });
    cell.outputs.events.on('change', () => this.#showOutputs());
    this.#showOutputs();
    this.refresh();
  }

  get outputElement(): HTMLElement | null {
    return this.#outputArea?.element ?? null;
  }

  get focused(): boolean {
    return this.#focused;
  }

  setFocused(focused: boolean): void {
    this.#focused = focused;
    if (focused) {
      this.editor.wantLive();
      this.#toolbar.replaceChildren(new CellToolbar());
    } else {
      this.editor.showStaticSoon();
      this.#toolbar.replaceChildren();
    }
    this.refresh();
  }

  /** It comes near the viewport. */
  arrive(): void {
    this.editor.arrive();
    this.runButton.show();
  }

  enterEditor(): void {
    this.editor.showLive().focus();
  }

  setIndex(index: number): void {
    this.element.setAttribute(
      'aria-label',
      `Cell ${index}: Code cell: ${this.cell.source.value.slice(0, 60)}`,
    );
  }

  refresh(): void {
    const { cell } = this;
    const classes = this.element.classList;
    classes.toggle('focused', this.#focused);
    classes.toggle('running', cell.phase === 'running');
    classes.toggle('pending', cell.phase === 'pending');
    classes.toggle('code-has-output', cell.outputs.items.length > 0);
    classes.toggle('code-hidden', cell.codeHidden);
    classes.toggle('output-hidden', cell.outputHidden);
    this.runButton.update({
      focused: this.#focused,
      stale: cell.stale,
      pending: cell.phase === 'pending',
      running: cell.phase === 'running',
      error: cell.phase === 'idle' && cell.lastError !== null,
      count: cell.executionCount,
    });
  }

  destroy(): void {
    this.editor.destroy();
    this.element.remove();
  }

  /** Most cells of a large notebook have no output: its elements are made when the first one comes. */
  #showOutputs(): void {
    const has = this.cell.outputs.items.length > 0;
    if (has && !this.#outputArea) {
      this.#outputArea = new OutputArea(this.cell.outputs);
      this.#inputOutput.append(this.#outputArea.element);
    }
    this.element.classList.toggle('code-has-output', has);
  }
}
