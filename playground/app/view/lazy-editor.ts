import type { CellKind } from '../model/cell.ts';
import type { TextBuffer } from '../model/text-buffer.ts';
import { el } from './dom.ts';
import { highlightPython } from './highlight.ts';
import { LiveEditor } from './live-editor.ts';
import type { NearViewport } from './near-viewport.ts';

const OUTLASTS_MS = 50;

/**
 * The source of a cell. Most cells show static text; only the focused one has an editor, so that a
 * notebook of a thousand cells costs about as much as its text.
 */
export class LazyEditor {
  readonly element = el('div', { class: 'editor flex lazy-editor' });
  readonly #buffer: TextBuffer;
  readonly #kind: CellKind;
  readonly #near: NearViewport;
  readonly #gutter = el('pre', { class: 'lazy-gutter' });
  readonly #text = el('pre', { class: 'monaco-colorized', attrs: { 'data-lang': 'notebook-python' } });
  readonly #static = el(
    'pre',
    { class: 'lazy-virtualized', attrs: { tabindex: '0' } },
    this.#gutter,
    this.#text,
  );
  #live: LiveEditor | undefined;
  #isNear = false;
  #wanted = false;

  constructor(buffer: TextBuffer, kind: CellKind, near: NearViewport) {
    this.#buffer = buffer;
    this.#kind = kind;
    this.#near = near;
    this.element.append(this.#static);
    buffer.events.on('change', () => this.#drawStatic());
    this.#drawStatic();
  }

  get live(): LiveEditor | undefined {
    return this.#live;
  }

  /** The editor comes once the cell is in view: a script may focus cells that nobody looks at. */
  wantLive(): void {
    this.#wanted = true;
    this.#near.watch(this.element, () => this.arrive());
  }

  /** The cell comes near the viewport, perhaps not for the first time. */
  arrive(): void {
    if (this.#wanted) this.showLive();
    else if (!this.#isNear) {
      this.#isNear = true;
      this.#drawStatic();
    }
  }

  showLive(): LiveEditor {
    if (this.#live) return this.#live;
    this.#live = new LiveEditor(this.#buffer, this.#kind);
    this.element.replaceChildren(this.#live.element);
    return this.#live;
  }

  /** Not at once: an editor outlasts the focus of its cell for a moment, as Colab's do. */
  showStaticSoon(): void {
    this.#wanted = false;
    setTimeout(() => {
      if (!this.#wanted) this.#showStatic();
    }, OUTLASTS_MS);
  }

  #showStatic(): void {
    if (!this.#live) return;
    this.#live.destroy();
    this.#live = undefined;
    this.#isNear = true;
    this.element.replaceChildren(this.#static);
    this.#drawStatic();
  }

  destroy(): void {
    this.#near.unwatch(this.element);
    this.#live?.destroy();
  }

  #drawStatic(): void {
    if (this.#live) return;
    const source = this.#buffer.value;
    this.#gutter.textContent = Array.from(source.split('\n'), (_, index) => index + 1).join('\n');
    if (this.#isNear && this.#kind === 'code') this.#text.replaceChildren(...highlightPython(source));
    else this.#text.textContent = source;
  }
}
