import { CellToolbar } from '../elements/cell-toolbar.ts';
import type { TextCell } from '../model/cell.ts';
import { addCellRowBetween } from './add-cell-row.ts';
import { el } from './dom.ts';
import { LazyEditor } from './lazy-editor.ts';
import { renderMarkdown } from './markdown.ts';
import type { NearViewport } from './near-viewport.ts';

const EMPTY = '*Double-click (or press Enter) to edit*';

export class TextCellView {
  readonly cell: TextCell;
  readonly element: HTMLElement;
  readonly #toolbar = el('div', { class: 'cell-toolbar sticky' });
  readonly #markdown = el('div', { class: 'markdown' });
  readonly #editorPlace = el('div', { class: 'text-editor-place' });
  readonly #near: NearViewport;
  #editor: LazyEditor | undefined;
  #focused = false;
  #isNear = false;

  constructor(cell: TextCell, near: NearViewport) {
    this.cell = cell;
    this.#near = near;
    this.element = el(
      'div',
      { id: `cell-${cell.id}`, class: 'cell text notebook-cell', attrs: { role: 'region', tabindex: '-1' } },
      el('div', { class: 'cell-tag-editor sticky' }),
      this.#toolbar,
      el('div', { class: 'toolbar-root' }, el('div', { class: 'markdown-toolbar' })),
      el(
        'div',
        { class: 'main-content' },
        el('div', { class: 'cell-contents' }, this.#editorPlace, this.#markdown),
      ),
      addCellRowBetween(),
    );
    this.element.addEventListener('dblclick', () => this.setEditing(true));
    cell.source.events.on('change', () => this.#draw());
    this.#draw();
  }

  /** It comes near the viewport, perhaps not for the first time. */
  arrive(): void {
    if (this.#isNear) return;
    this.#isNear = true;
    this.#draw();
  }

  get focused(): boolean {
    return this.#focused;
  }

  get editing(): boolean {
    return this.#editor !== undefined;
  }

  setFocused(focused: boolean): void {
    this.#focused = focused;
    this.element.classList.toggle('focused', focused);
    if (focused) {
      this.#toolbar.replaceChildren(new CellToolbar());
      this.#near.watch(this.#markdown, () => this.arrive());
    } else {
      this.#toolbar.replaceChildren();
      this.setEditing(false);
    }
  }

  setEditing(editing: boolean): void {
    if (editing === this.editing) return;
    this.element.classList.toggle('edit', editing);
    if (editing) {
      this.#editor = new LazyEditor(this.cell.source, 'text', this.#near);
      this.#editorPlace.replaceChildren(this.#editor.element);
      this.#editor.showLive().focus();
    } else {
      this.#editor?.destroy();
      this.#editor = undefined;
      this.#editorPlace.replaceChildren();
    }
  }

  enterEditor(): void {
    this.setEditing(true);
    this.#editor?.live?.focus();
  }

  setIndex(index: number): void {
    this.element.setAttribute(
      'aria-label',
      `Cell ${index}: Text cell: ${this.cell.source.value.slice(0, 60)}`,
    );
  }

  destroy(): void {
    this.#near.unwatch(this.#markdown);
    this.#editor?.destroy();
    this.element.remove();
  }

  /** Out of view the plain source stands in: its height is close enough to scroll by. */
  #draw(): void {
    const source = this.cell.source.value;
    if (this.#isNear) this.#markdown.replaceChildren(renderMarkdown(source.trim() === '' ? EMPTY : source));
    else this.#markdown.textContent = source;
  }
}
