import type { PendingInput } from '../model/cell.ts';
import type { OutputItem, OutputList } from '../model/outputs.ts';
import { el } from './dom.ts';
import { makeInputField } from './input-field.ts';
import { OutputFrame } from './output-frame.ts';
import { drawShown, needsFrame, type ShownOutput, toShown } from './shown-output.ts';

const REDRAW_MS = 40;
/** Laying out a long text takes longer than making it, and only the browser knows how long: back off. */
const REDRAW_LONG_MS = 250;
const LONG_TEXT = 20_000;

/**
 * The outputs of a cell: texts in the page, and all of them in one frame once there is HTML or a picture among them.
 * Growing streams are redrawn at a bounded pace, everything else at once.
 */
export class OutputArea {
  readonly #outputs: OutputList;
  /** Pages of before have a frame for each output with HTML, and pictures in the page. */
  readonly #framesEach: boolean;
  readonly #texts = el('div');
  readonly #renderer = el(
    'colab-static-output-renderer',
    { attrs: { role: 'group', tabindex: '0' } },
    this.#texts,
  );
  readonly #sizer = el('div', { class: 'output-iframe-sizer' }, el('div', {}, el('div', {}, this.#renderer)));
  readonly #drawn = new Map<OutputItem, HTMLElement | number>();
  readonly #frames: OutputFrame[] = [];
  readonly #dirty = new Set<OutputItem>();
  #frame: OutputFrame | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextNumber = 1;
  #field: HTMLElement | null = null;

  constructor(element: HTMLElement, outputs: OutputList, framesEach: boolean) {
    this.#outputs = outputs;
    this.#framesEach = framesEach;
    element.append(
      el('div', { class: 'output-header' }),
      el(
        'div',
        { class: 'output-content' },
        el('div', { class: 'output-info' }, el('colab-output-info')),
        el('div', { class: 'output-iframe-container' }, this.#sizer),
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

  /** Below all outputs. */
  showInput(input: PendingInput | null): void {
    this.#field?.remove();
    this.#field = input && makeInputField(input);
    if (!this.#field) return;
    this.flush();
    this.#texts.append(this.#field);
    // As in Colab, the one who runs the cell can type at once; somebody at work elsewhere is left alone.
    if (document.activeElement === document.body) this.#field.querySelector('input')?.focus();
  }

  #redrawSoon(item: OutputItem): void {
    this.#dirty.add(item);
    const drawn = this.#drawn.get(item);
    const long = drawn instanceof HTMLElement && (drawn.textContent?.length ?? 0) > LONG_TEXT;
    this.#timer ??= setTimeout(() => this.flush(), long ? REDRAW_LONG_MS : REDRAW_MS);
  }

  #redrawAll(): void {
    this.#drawn.clear();
    this.#dirty.clear();
    this.#frame = null;
    for (const frame of this.#frames.splice(0)) frame.remove();
    this.#texts.replaceChildren(...(this.#field ? [this.#field] : []));
    for (const item of this.#outputs.items) this.#draw(item);
  }

  #draw(item: OutputItem): void {
    const shown = toShown(item, this.#nextNumber++);
    if (this.#frame) this.#drawInFrame(this.#frame, item, shown);
    else if (needsFrame(shown) && !this.#framesEach) this.#moveIntoFrame();
    else this.#drawInPage(item, shown);
  }

  #drawInPage(item: OutputItem, shown: ShownOutput): void {
    const element = drawShown(shown, (html) => this.#makeFrame([html]).element);
    const before = this.#drawn.get(item);
    this.#drawn.set(item, element);
    if (before instanceof HTMLElement) before.replaceWith(element);
    else this.#texts.insertBefore(element, this.#field);
  }

  #drawInFrame(frame: OutputFrame, item: OutputItem, shown: ShownOutput): void {
    const index = this.#outputs.items.indexOf(item);
    this.#drawn.set(item, index);
    frame.put(index, shown);
  }

  /** Everything, also what was text in the page until now. */
  #moveIntoFrame(): void {
    this.#dirty.clear();
    this.#drawn.clear();
    this.#texts.replaceChildren(...(this.#field ? [this.#field] : []));
    const items = this.#outputs.items;
    for (const [index, item] of items.entries()) this.#drawn.set(item, index);
    this.#frame = this.#makeFrame(items.map((item) => toShown(item, this.#nextNumber++)));
    this.#sizer.prepend(this.#frame.element);
  }

  #makeFrame(outputs: readonly ShownOutput[]): OutputFrame {
    const frame = new OutputFrame(outputs);
    this.#frames.push(frame);
    return frame;
  }
}
