import { CellToolbar } from '../elements/cell-toolbar.ts';
import { RunButton } from '../elements/run-button.ts';
import type { TextCell } from '../model/cell.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { addCellRowBetween } from './add-cell-row.ts';
import { cellClasses } from './cell-classes.ts';
import { el } from './dom.ts';
import { icon } from './icons.ts';
import { LazyEditor } from './lazy-editor.ts';
import { renderMarkdown } from './markdown.ts';
import type { NearViewport } from './near-viewport.ts';

const EMPTY = '*Double-click (or press Enter) to edit*';

export class TextCellView {
  readonly cell: TextCell;
  readonly element: HTMLElement;
  readonly #toolbar = el('div', { class: 'cell-toolbar sticky' });
  readonly #shown = el('span');
  readonly #markdown = el('div', { class: 'markdown' }, this.#shown);
  /** Keeps its editor after an edit, unseen. */
  readonly #editorRoot = el('div', { class: 'editor-root', attrs: { hidden: '' } });
  readonly #near: NearViewport;
  readonly #behaviour: Behaviour;
  #editor: LazyEditor | undefined;
  #editing = false;
  #focused = false;
  #isNear = false;

  constructor(cell: TextCell, near: NearViewport, behaviour: Behaviour) {
    this.#behaviour = behaviour;
    this.#isNear = behaviour.drawsLines;
    this.cell = cell;
    this.#near = near;
    this.element = el(
      'div',
      {
        id: `cell-${cell.id}`,
        class: cellClasses('text', behaviour),
        attrs: { role: 'region', tabindex: '-1' },
      },
      el('div', { class: 'cell-tag-editor sticky' }),
      this.#toolbar,
      el(
        'div',
        { class: 'main-content' },
        el(
          'div',
          { class: 'cell-contents' },
          el('div', { class: 'toolbar-root' }, el('div', { class: 'markdown-toolbar' })),
          el(
            'div',
            { class: 'editor-container horizontal' },
            this.#editorRoot,
            el('div', { class: 'text-top-div' }, this.#markdown),
          ),
          sectionHeader(),
        ),
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
    return this.#editing;
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
    if (editing === this.#editing) return;
    this.#editing = editing;
    this.element.classList.toggle('edit', editing);
    this.#editorRoot.toggleAttribute('hidden', !editing);
    if (!editing) return;
    if (!this.#editor) {
      this.#editor = new LazyEditor(this.cell.source, 'text', this.#near, this.#behaviour);
      this.#editorRoot.replaceChildren(this.#editor.element);
    }
    this.#editor.showLive().focus();
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
    if (this.#isNear)
      this.#shown.replaceChildren(withToggles(renderMarkdown(source.trim() === '' ? EMPTY : source)));
    else this.#shown.textContent = source;
  }
}

/** It runs the cells of a section that is folded up; as long as none is, it is not seen. */
function sectionHeader(): HTMLElement {
  const header = el('div', { class: 'section-header' }, new RunButton());
  header.style.display = 'none';
  return header;
}

/** Headings can be folded up. */
function withToggles(shown: DocumentFragment): DocumentFragment {
  // It was made in another document, where the style sheets of the buttons would be lost.
  document.adoptNode(shown);
  for (const heading of shown.querySelectorAll('h1, h2, h3, h4')) {
    const toggle = el(
      'md-icon-button',
      { class: 'header-section-toggle', attrs: { 'aria-label': 'Toggle section' } },
      icon('expand'),
    );
    const header = el('div', { class: 'text-cell-section-header' });
    heading.replaceWith(header);
    header.append(toggle, heading);
  }
  return shown;
}
