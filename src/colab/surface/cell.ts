import type { CellKind, Output } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import { asFlag, ask, asText, can, firstText, isObject, peek, peekObject } from './foreign.ts';
import { type LiveOutput, liveOutputsOf } from './live-output.ts';
import type { CellModel, CellView, ExecutionMetadata, TextModel } from './members.ts';
import { executionCountOfModel, outputsOfModel } from './outputs.ts';
import type { RunState } from './selectors.ts';
import * as select from './selectors.ts';

/** One cell of the live notebook: Colab's view of it, its model, or both. Reads never need an editor. */
export class ColabCell {
  readonly id: string;
  readonly view: CellView | null;
  readonly #model: CellModel | null;

  constructor(id: string, view: CellView | null, model: CellModel | null) {
    this.id = id;
    this.view = view;
    this.#model = model;
  }

  static fromView(view: CellView): ColabCell | null {
    const id = idOfView(view);
    return id === undefined ? null : new ColabCell(id, view, null);
  }

  static fromModel(model: CellModel): ColabCell | null {
    const id = firstText(peek(model, 'id'));
    return id === undefined ? null : new ColabCell(id, null, model);
  }

  /** Asked anew: this object is kept for as long as Colab keeps its own. */
  hasId(id: string): boolean {
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
    return can(this.view, 'isPending') ? 'code' : 'markdown';
  }

  /** The whole source. An unreadable cell must never pass for an empty one: it would be overwritten. */
  get text(): string {
    const text = asText(ask(this.view, 'getText')) ?? asText(ask(this.textModel, 'getValue'));
    if (text !== undefined) return text;
    throw new Failure(
      'unsupported',
      `This build of Colab does not give the text of the cell "${this.id}".`,
      'Ask the user to report this, with the build from the status, so that it can be supported.',
    );
  }

  get textModel(): TextModel | null {
    return peekObject(this.model, 'textModel');
  }

  get executionCount(): number | null {
    const count = can(this.view, 'getExecutionCount')
      ? ask(this.view, 'getExecutionCount')
      : executionCountOfModel(this.model);
    return typeof count === 'number' && count > 0 ? count : null;
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
    return this.model && outputsOfModel(this.model);
  }

  /** The same without copying; null when the page's models do not tell. */
  readLiveOutputs(): LiveOutput[] | null {
    return this.model && liveOutputsOf(this.model);
  }

  get element(): Element | null {
    const element = ask(this.view, 'getElement') ?? peek(this.view, 'element_');
    if (isElement(element)) return element;
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
    return select.readRunState(shown) ?? { running: false, pending: false };
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
