import { CellToolbar } from '../elements/cell-toolbar.ts';
import { RunButton } from '../elements/run-button.ts';
import type { CodeCell } from '../model/cell.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { addCellRowBetween } from './add-cell-row.ts';
import { cellClasses } from './cell-classes.ts';
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
  readonly #output = el('div', { class: 'output', attrs: { role: 'region' } });
  readonly #behaviour: Behaviour;
  #outputArea: OutputArea | undefined;
  #focused = false;

  constructor(cell: CodeCell, near: NearViewport, behaviour: Behaviour) {
    this.cell = cell;
    this.#behaviour = behaviour;
    this.editor = new LazyEditor(cell.source, 'code', near, behaviour);
    const gutter = el(
      'div',
      { class: 'cell-gutter' },
      el('div', { class: 'cell-execution-container' }, this.runButton),
    );
    this.#inputOutput.append(
      el('div', { class: 'inputarea horizontal layout code' }, gutter, this.editor.element),
      this.#output,
    );
    this.element = el(
      'div',
      {
        id: `cell-${cell.id}`,
        class: cellClasses('code', behaviour),
        attrs: { role: 'region', tabindex: '-1' },
      },
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
    cell.events.on('input', (input) => {
      if (!behaviour.inputFields) return;
      this.#showOutputs();
      this.#outputArea?.showInput(input);
    });
    this.#showOutputs();
    this.refresh();
    if (behaviour.drawsLines) this.runButton.show();
  }

  get outputElement(): HTMLElement {
    return this.#output;
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
    classes.toggle('code-has-output', this.#hasOutput);
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

  get #hasOutput(): boolean {
    return this.cell.outputs.items.length > 0 || this.cell.input !== null;
  }

  /** Most cells of a large notebook have no output: what is in its element is made when the first one comes. */
  #showOutputs(): void {
    const has = this.#hasOutput;
    if (has && !this.#outputArea) {
      this.#outputArea = new OutputArea(this.#output, this.cell.outputs, this.#behaviour.isOlder);
    }
    this.element.classList.toggle('code-has-output', has);
  }
}
