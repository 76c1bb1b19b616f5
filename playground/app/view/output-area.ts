import type { OutputItem, OutputList } from '../model/outputs.ts';
import { el } from './dom.ts';
import { drawOutput } from './output-item.ts';

const REDRAW_MS = 40;
/** Laying out a long text takes longer than making it, and only the browser knows how long: back off. */
const REDRAW_LONG_MS = 250;
const LONG_TEXT = 20_000;

/** The outputs of a cell. Growing streams are redrawn at a bounded pace, everything else at once. */
export class OutputArea {
  readonly element = el('div', { class: 'output', attrs: { role: 'region' } });
  readonly #outputs: OutputList;
  readonly #renderer = el('colab-static-output-renderer', { attrs: { role: 'group', tabindex: '0' } });
  readonly #drawn = new Map<OutputItem, HTMLElement>();
  readonly #dirty = new Set<OutputItem>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextNumber = 1;

  constructor(outputs: OutputList) {
    this.#outputs = outputs;
    this.element.append(
      el('div', { class: 'output-header' }),
      el(
        'div',
        { class: 'output-content' },
        el('div', { class: 'output-info' }, el('colab-output-info')),
        el(
          'div',
          { class: 'output-iframe-container' },
          el('div', { class: 'output-iframe-sizer' }, this.#renderer),
        ),
      ),
    );
    outputs.events.on('change', ({ item }) => {
      if (item === null) this.#redrawAll();
      else if (this.#drawn.has(item)) this.#redrawSoon(item);
      else this.#draw(item);
    });
    for (const item of outputs.items) this.#draw(item);
  }

  /** The end of a run must not wait for the pace of redrawing. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const item of this.#dirty) this.#draw(item);
    this.#dirty.clear();
  }

  #redrawSoon(item: OutputItem): void {
    this.#dirty.add(item);
    const long = (this.#drawn.get(item)?.textContent.length ?? 0) > LONG_TEXT;
    this.#timer ??= setTimeout(() => this.flush(), long ? REDRAW_LONG_MS : REDRAW_MS);
  }

  #redrawAll(): void {
    this.#drawn.clear();
    this.#dirty.clear();
    this.#renderer.replaceChildren();
    for (const item of this.#outputs.items) this.#draw(item);
  }

  #draw(item: OutputItem): void {
    const before = this.#drawn.get(item);
    const element = drawOutput(item, this.#nextNumber++);
    this.#drawn.set(item, element);
    if (before) before.replaceWith(element);
    else this.#renderer.append(element);
  }
}
