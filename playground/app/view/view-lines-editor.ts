import type { CellKind } from '../model/cell.ts';
import { changedRange } from '../model/changed-range.ts';
import type { TextBuffer } from '../model/text-buffer.ts';
import type { CellEditor } from './cell-editor.ts';
import { el } from './dom.ts';
import { type DrawnLine, wrapLines } from './wrap-lines.ts';

const COLUMNS = 80;
/** As the style sheet has it. */
const LINE_PX = 21;
const COLUMN_PX = 8.4;

let modelNumber = 0;

/**
 * An editor that draws its text as Monaco does: with the next frame, line by line, placed by their position alone,
 * blanks that do not break, and line numbers beside them. Keys and pasted texts go to a text area in front of it.
 */
export class ViewLinesEditor implements CellEditor {
  readonly element: HTMLElement;
  readonly #buffer: TextBuffer;
  readonly #lines = el('div', { class: 'view-lines', attrs: { 'aria-hidden': 'true' } });
  readonly #margin = el('div', { class: 'margin-view-overlays', attrs: { 'aria-hidden': 'true' } });
  readonly #input: HTMLTextAreaElement;
  readonly #box: HTMLElement;
  readonly #release: () => void;
  #drawn: Array<{ key: string; text: HTMLElement; margin: HTMLElement }> = [];
  #frame = 0;

  constructor(buffer: TextBuffer, kind: CellKind) {
    this.#buffer = buffer;
    this.#input = el('textarea', {
      class: 'inputarea',
      attrs: {
        spellcheck: 'false',
        autocomplete: 'off',
        'aria-label': kind === 'code' ? 'Code' : 'Markdown',
      },
    });
    this.#input.value = buffer.value;
    this.#input.readOnly = buffer.isLocked;
    const uri = `inmemory://model/${++modelNumber}`;
    this.#box = el(
      'div',
      { class: 'monaco-editor vs', attrs: { role: 'code', 'data-uri': uri } },
      el('div', { class: 'margin' }, this.#margin),
      el('div', { class: 'lines-content' }, this.#lines),
      this.#input,
    );
    const mode = kind === 'code' ? 'notebook-python' : 'markdown';
    this.element = el('div', { class: 'editor flex monaco', attrs: { 'data-mode-id': mode } }, this.#box);
    this.#input.addEventListener('input', () => this.#typed());
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    this.#input.addEventListener('paste', (event) => this.#paste(event));
    this.#release = buffer.events.on('change', ({ origin }) => {
      if (origin !== this) this.#input.value = buffer.value;
      this.#drawSoon();
    });
    this.#drawSoon();
  }

  focus(): void {
    this.#input.focus();
  }

  focusAt(x: number, y: number): void {
    const { left, top } = this.#box.getBoundingClientRect();
    const lines = this.#buffer.value.split('\n');
    const row = Math.max(0, Math.min(lines.length - 1, Math.floor((y - top) / LINE_PX)));
    const column = Math.max(0, Math.min(lines[row]?.length ?? 0, Math.round((x - left) / COLUMN_PX)));
    const at = lines.slice(0, row).join('\n').length + (row > 0 ? 1 : 0) + column;
    this.#input.setSelectionRange(at, at);
    this.#input.focus();
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#release();
    this.element.remove();
  }

  #typed(): void {
    this.#buffer.set(this.#input.value, this);
  }

  /** Those that scripts send as well, which the browser does not act on by itself. */
  #key(event: KeyboardEvent): void {
    const { selectionStart: start, selectionEnd: end } = this.#input;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === 'a') this.#input.select();
    else if (event.key === 'Delete' && start !== end) this.#insert('', start, end);
    else if (event.key === 'Enter' && !isCommand && !event.shiftKey) {
      // What is typed gets the indent of the line above, and one more level behind a colon.
      const above = this.#input.value.slice(0, start).split('\n').at(-1) ?? '';
      const indent = /^\s*/.exec(above)?.[0] ?? '';
      this.#insert(`\n${indent}${above.trimEnd().endsWith(':') ? '    ' : ''}`, start, end);
    } else return;
    event.preventDefault();
  }

  /** Later than the event, and only for the editor that has the focus, as in Monaco. */
  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const { selectionStart: start, selectionEnd: end } = this.#input;
    if (text === '' || document.activeElement !== this.#input) return;
    setTimeout(() => this.#insert(text, start, end));
  }

  #insert(text: string, start: number, end: number): void {
    if (this.#input.readOnly) return;
    this.#input.setRangeText(text, start, end, 'end');
    this.#typed();
  }

  #drawSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
    const height = `${wrapLines(this.#buffer.value, COLUMNS).length * LINE_PX}px`;
    for (const part of [this.#box, this.#lines, this.#margin, this.#input]) part.style.height = height;
  }

  /** Lines that stay are moved; new ones come behind all others, wherever they stand. */
  #draw(): void {
    const lines = wrapLines(this.#buffer.value, COLUMNS).map((line) => ({ line, key: keyOf(line) }));
    const before = this.#drawn.map(({ key }) => key);
    const { start, now } = changedRange(
      before,
      lines.map(({ key }) => key),
    );
    const kept = before.length - (lines.length - start - now.length);
    const end = this.#drawn.slice(kept);
    for (const { text, margin } of this.#drawn.slice(start, kept)) {
      text.remove();
      margin.remove();
    }
    const fresh = lines.slice(start, start + now.length).map(({ line, key }) => ({ key, ...drawLine(line) }));
    this.#drawn = [...this.#drawn.slice(0, start), ...fresh, ...end];
    this.#lines.append(...fresh.map(({ text }) => text));
    this.#margin.append(...fresh.map(({ margin }) => margin));
    for (const [at, { text, margin }] of this.#drawn.entries()) {
      for (const part of [text, margin]) {
        part.style.top = `${at * LINE_PX}px`;
        part.style.height = `${LINE_PX}px`;
      }
      const number = lines[at]?.line.number ?? null;
      if (number !== null && margin.firstElementChild) margin.firstElementChild.textContent = String(number);
    }
  }
}

/** Lines that follow a new one get other numbers, but stay. */
function keyOf({ text, number, indent }: DrawnLine): string {
  return JSON.stringify([text, number === null, indent]);
}

function drawLine({ text, number, indent }: DrawnLine): { text: HTMLElement; margin: HTMLElement } {
  const blanks = indent > 0 ? el('span', { text: '\u00a0'.repeat(indent) }) : null;
  const own = el('span', { class: 'mtk1', text: text.replaceAll(' ', '\u00a0') });
  const mark = number === null ? null : el('div', { class: 'line-numbers', text: String(number) });
  return {
    text: el('div', { class: 'view-line' }, el('span', {}, blanks, own)),
    margin: el('div', {}, mark),
  };
}
