import type { CellKind, Output } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import { asFlag, ask, asText, can, firstText, isObject, peek, peekObject } from './foreign.ts';
import { type LiveOutput, liveOutputsOf, toLive } from './live-output.ts';
import type { CellModel, CellView, ExecutionMetadata, TextModel } from './members.ts';
import { executionCountOfModel, hasErrorOutput, outputsOfModel } from './outputs.ts';
import type { RunState } from './selectors.ts';
import * as select from './selectors.ts';
import { readShownOutputs } from './shown-outputs.ts';
import { readRendered, readShownSource, type SourceExtent } from './shown-source.ts';

/**
 * One cell of the live notebook: Colab's view of it, its model, or both; its element alone where the page has no objects
 * to ask. Reads never need an editor.
 */
export class ColabCell {
  readonly id: string;
  readonly view: CellView | null;
  readonly #model: CellModel | null;
  readonly #element: Element | null;

  private constructor(id: string, of: { view?: CellView; model?: CellModel; element?: Element }) {
    this.id = id;
    this.view = of.view ?? null;
    this.#model = of.model ?? null;
    this.#element = of.element ?? null;
  }

  static fromView(view: CellView): ColabCell | null {
    const id = idOfView(view);
    return id === undefined ? null : new ColabCell(id, { view });
  }

  static fromModel(model: CellModel): ColabCell | null {
    const id = firstText(peek(model, 'id'));
    return id === undefined ? null : new ColabCell(id, { model });
  }

  static fromElement(element: Element): ColabCell {
    return new ColabCell(select.cellIdOf(element), { element });
  }

  /** What of the page this cell was made of. */
  get own(): object | null {
    return this.view ?? this.#model ?? this.#element;
  }

  /** Asked anew: this object is kept for as long as Colab keeps its own. */
  hasId(id: string): boolean {
    if (this.#element) return id === select.cellIdOf(this.#element);
    return id === (this.view ? idOfView(this.view) : peek(this.#model, 'id'));
  }

  /** Asked anew for the same reason. */
  get model(): CellModel | null {
    return this.view ? peekObject(this.view, 'model') : this.#model;
  }

  /** Colab says 'text' for what nbformat calls markdown. */
  get kind(): CellKind {
    const type = firstText(ask(this.view, 'getType'), peek(this.model, 'type'));
    if (type !== undefined) return type === 'code' ? 'code' : 'markdown';
    if (this.#element) return this.#element.classList.contains(select.CODE_CELL_CLASS) ? 'code' : 'markdown';
    return can(this.view, 'isPending') ? 'code' : 'markdown';
  }

  /** The whole source. An unreadable cell must never pass for an empty one: it would be overwritten. */
  get text(): string {
    const text = this.#element
      ? readShownSource(this.#element)?.text
      : (asText(ask(this.view, 'getText')) ?? asText(ask(this.textModel, 'getValue')));
    if (text !== undefined) return text;
    throw new Failure(
      'unsupported',
      `This build of Colab does not give the text of the cell "${this.id}".`,
      'Ask the user to report this, with the build from the status, so that it can be supported.',
    );
  }

  /** False for one whose editor has just come, and draws with the next frame. */
  get isLegible(): boolean {
    return this.#element === null || readShownSource(this.#element) !== null;
  }

  /** Whether its text is what was written, all of it: a page without objects may show it otherwise. */
  get extent(): SourceExtent {
    return (this.#element && readShownSource(this.#element)?.extent) ?? 'whole';
  }

  /** What a text cell shows; null where there are objects to ask. */
  get rendered(): string | null {
    return this.#element && readRendered(this.#element);
  }

  get textModel(): TextModel | null {
    return peekObject(this.model, 'textModel');
  }

  /** Null before the first run, and where the page does not tell. */
  get executionCount(): number | null {
    return this.toldCount ?? null;
  }

  /** Undefined where the page does not tell, from which nothing follows. */
  get toldCount(): number | null | undefined {
    const told = can(this.view, 'getExecutionCount')
      ? ask(this.view, 'getExecutionCount')
      : executionCountOfModel(this.model);
    if (typeof told === 'number') return told > 0 ? told : null;
    return told === null ? null : this.#shownCount;
  }

  /** What the user reads in the run button. */
  get #shownCount(): number | null | undefined {
    const shown = this.runButton?.shadowRoot?.querySelector(select.EXECUTION_COUNT);
    const count = /^\s*\[\s*(\d*)\s*\]\s*$/.exec(shown?.textContent ?? '')?.[1];
    return count === undefined ? undefined : count === '' ? null : Number(count);
  }

  /** Changes with every finished run, also when a restarted kernel gives the same count again. */
  get executionInfo(): string {
    const info = peek<ExecutionMetadata>(peekObject(this.model, 'metadata'), 'executionInfo');
    try {
      return JSON.stringify(info) ?? '';
    } catch {
      return '';
    }
  }

  /** A record may be written when the run starts, and then says so. */
  get isRecordOfRunning(): boolean {
    return /"status":"(running|pending|queued)"/.test(this.executionInfo);
  }

  /** Null when the page's models do not tell. */
  readOutputs(): Output[] | null {
    if (this.#element) return readShownOutputs(this.#element, this.executionCount);
    return this.model && outputsOfModel(this.model);
  }

  /** The same without copying; null when the page's models do not tell. */
  readLiveOutputs(): LiveOutput[] | null {
    if (this.#element) return readShownOutputs(this.#element, this.executionCount).map(toLive);
    return this.model && liveOutputsOf(this.model);
  }

  /** Whether it shows an error, as far as the page tells. */
  get showsError(): boolean {
    return this.model !== null && hasErrorOutput(this.model);
  }

  get element(): Element | null {
    const element = ask(this.view, 'getElement') ?? peek(this.view, 'element_');
    if (isElement(element)) return element;
    if (this.#element) return this.#element;
    return typeof document === 'undefined' ? null : document.querySelector(select.cellSelector(this.id));
  }

  get runButton(): Element | null {
    const button = peek(this.view, 'runButton');
    return isElement(button) ? button : (this.element?.querySelector(select.RUN_BUTTON) ?? null);
  }

  /** From the cell's methods; from the class of its run button where a build lacks them. */
  get runState(): RunState {
    const running = asFlag(ask(this.view, 'isRunning'));
    const pending = asFlag(ask(this.view, 'isPending'));
    if (running !== undefined && pending !== undefined) return { running, pending };
    const shown = this.shownRunState;
    return { running: running ?? shown.running, pending: pending ?? shown.pending };
  }

  /** What the user sees; may lag behind the methods. */
  get shownRunState(): RunState {
    const shown = this.runButton?.shadowRoot?.querySelector(select.RUN_STATE)?.className;
    const running = this.element?.classList.contains(select.RUNNING_CELL_CLASS) ?? false;
    return select.readRunState(shown) ?? { running, pending: false };
  }

  get isFocused(): boolean {
    return (
      asFlag(ask(this.view, 'isFocused')) ??
      this.element?.classList.contains(select.FOCUSED_CELL_CLASS) ??
      false
    );
  }
}

function idOfView(view: CellView): string | undefined {
  return firstText(
    ask(view, 'getId'),
    peek(view, 'cellId'),
    peek<CellModel>(peekObject(view, 'model'), 'id'),
    ask(view, 'getCellId'),
  );
}

function isElement(value: unknown): value is Element {
  return typeof Element !== 'undefined' && isObject(value) && value instanceof Element;
}
