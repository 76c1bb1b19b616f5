import type { CellKind } from '../model/cell.ts';
import type { TextBuffer } from '../model/text-buffer.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import type { CellEditor } from './cell-editor.ts';
import { el } from './dom.ts';
import { highlightLines } from './highlight.ts';
import { LiveEditor } from './live-editor.ts';
import type { NearViewport } from './near-viewport.ts';
import { ViewLinesEditor } from './view-lines-editor.ts';
import { expandTabs } from './wrap-lines.ts';

const OUTLASTS_MS = 50;
/** As the style sheets have it. */
const LINE_PX = 21;
const PADDING_PX = 18;

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
  readonly #drawsLines: boolean;
  #live: CellEditor | undefined;
  #isNear = false;
  #wanted = false;

  constructor(buffer: TextBuffer, kind: CellKind, near: NearViewport, { drawsLines }: Behaviour) {
    this.#drawsLines = drawsLines;
    this.#buffer = buffer;
    this.#kind = kind;
    this.#near = near;
    this.#placeStatic();
    buffer.events.on('change', () => this.#drawStatic());
    this.#drawStatic();
  }

  get live(): CellEditor | undefined {
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

  showLive(): CellEditor {
    if (this.#live) return this.#live;
    const Editor = this.#drawsLines ? ViewLinesEditor : LiveEditor;
    this.#live = new Editor(this.#buffer, this.#kind);
    this.element.style.minHeight = '';
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
    this.#placeStatic();
    this.#drawStatic();
  }

  #placeStatic(): void {
    this.element.replaceChildren(this.#static, el('colab-read-only-cell-placeholder'));
  }

  destroy(): void {
    this.#near.unwatch(this.element);
    this.#live?.destroy();
  }

  #drawStatic(): void {
    if (this.#live) return;
    const source = this.#buffer.value;
    const lines = source.split('\n');
    this.#gutter.textContent = Array.from(lines, (_, index) => index + 1).join('\n');
    this.element.style.minHeight = `${lines.length * LINE_PX + PADDING_PX}px`;
    if (this.#kind === 'code' && this.#drawsLines) this.#text.replaceChildren(...colouredLines(source));
    else if (this.#kind === 'code' && this.#isNear) this.#text.replaceChildren(...coloured(source));
    else this.#text.textContent = source;
  }
}

function coloured(source: string): Array<Node | string> {
  return highlightLines(source).flatMap((line, at) => (at === 0 ? line : ['\n', ...line]));
}

/** Every line ends with a `br`, the last one too, and blanks do not break: so Monaco writes coloured text. */
function colouredLines(source: string): Node[] {
  return highlightLines(source.split('\n').map(expandTabs).join('\n')).flatMap((line) => {
    const drawn = el('span', {}, ...line);
    const texts = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue = (text.nodeValue ?? '').replaceAll(' ', '\u00a0');
    }
    return [drawn, el('br')];
  });
}
