import type { RuntimeState } from '../../notebook/kernel.ts';
import { ColabCell } from './cell.ts';
import { CellList } from './cell-list.ts';
import { asFlag, ask, asList, firstText, isObject, peek, peekObject } from './foreign.ts';
import type {
  CellModel,
  CellView,
  ColabGlobal,
  ColabKernel,
  ColabRoot,
  ColabWindow,
  FileId,
  KernelConnection,
  KernelSession,
  MonacoEditor,
  MonacoEditors,
  MonacoRoot,
  Named,
  NotebookMetadata,
  NotebookModel,
  NotebookView,
} from './members.ts';
import * as select from './selectors.ts';
import { ShownCells } from './shown-cells.ts';
import { shownText } from './shown-text.ts';

/** What we need of the window: small, so that tests can stand in for it. */
export interface PageWindow {
  readonly document: PageDocument;
  readonly location: { readonly href: string };
}

export interface PageDocument {
  readonly title: string;
  readonly readyState: DocumentReadyState;
  readonly body: Element | null;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
}

interface CellSource {
  list: CellList;
  items: readonly unknown[];
}

/** The Colab page, read afresh on every call: Colab replaces its objects when another notebook is opened. */
export class ColabPage {
  readonly #window: PageWindow & ColabWindow;
  readonly #ofViews = new CellList((view: CellView) => ColabCell.fromView(view));
  readonly #ofModels = new CellList((model: CellModel) => ColabCell.fromModel(model));
  readonly #ofElements = new CellList((item) =>
    item instanceof Element ? ColabCell.fromElement(item) : null,
  );
  readonly #shown = new ShownCells();

  constructor(window: PageWindow) {
    this.#window = window;
  }

  get window(): PageWindow & ColabWindow {
    return this.#window;
  }

  get document(): PageDocument {
    return this.#window.document;
  }

  get #global(): ColabGlobal | null {
    return peekObject<ColabRoot>(peekObject(this.#window, 'colab'), 'global');
  }

  get notebook(): NotebookView | null {
    return peekObject(this.#global, 'notebook');
  }

  get notebookModel(): NotebookModel | null {
    const direct = peekObject(this.#global, 'notebookModel') ?? peekObject(this.notebook, 'notebookModel');
    if (direct) return direct;
    const asked = ask(this.notebook, 'getNotebookModel');
    return isObject(asked) ? asked : null;
  }

  get kernel(): ColabKernel | null {
    const asked = peekObject(this.notebook, 'kernel') ?? ask(this.notebook, 'getKernel');
    return isObject(asked) ? asked : null;
  }

  /** Colab's own list of cells. Views first: they alone can tell and change the run state. */
  get #told(): CellSource | null {
    const views = asList(peek(this.notebook, 'cells'));
    if (views) return { list: this.#ofViews, items: views };
    const models = asList(peek(this.notebookModel, 'cells'));
    return models ? { list: this.#ofModels, items: models } : null;
  }

  /** What the page shows, where its objects are missing or of no use; null while it boots. */
  get #source(): CellSource | null {
    const told = this.#told;
    if (told && told.list.read(told.items).length > 0) {
      this.#shown.forget();
      return told;
    }
    const elements = this.#shown.read(this.cellList, this.document.readyState === 'complete');
    return elements && (elements.length > 0 || !told) ? { list: this.#ofElements, items: elements } : told;
  }

  /** Whether there is nothing to ask but what the page shows. */
  get isShownOnly(): boolean {
    return this.#source?.list === this.#ofElements;
  }

  /** Colab's object for the notebook, or what shows it: another one for another notebook. Null while Colab boots. */
  get owner(): object | null {
    if (this.isShownOnly) return this.cellList;
    return this.notebook ?? this.notebookModel;
  }

  /** Null while Colab boots. The same array as the last time if no cell was added, removed or moved since. */
  listCells(): readonly ColabCell[] | null {
    const source = this.#source;
    return source ? source.list.read(source.items) : null;
  }

  get cells(): readonly ColabCell[] {
    return this.listCells() ?? [];
  }

  /** For feature detection: all cells are of the same make. */
  get firstCell(): ColabCell | null {
    return this.cells[0] ?? null;
  }

  get firstCodeCell(): ColabCell | null {
    return this.cells.find((cell) => cell.kind === 'code') ?? null;
  }

  find(id: string): ColabCell | null {
    const source = this.#source;
    return source ? source.list.find(source.items, id) : null;
  }

  /** -1 when there is no such cell. */
  indexOf(id: string): number {
    const cell = this.find(id);
    return cell ? this.cells.indexOf(cell) : -1;
  }

  /** Whether the very same cell is still in the notebook: find() would also give another one of that id. */
  holds(cell: ColabCell): boolean {
    return this.#source?.items.includes(cell.own) ?? false;
  }

  get cellList(): Element | null {
    return this.document.querySelector(select.CELL_LIST);
  }

  /** Undefined when the page does not tell. */
  get saves(): boolean | undefined {
    return asFlag(ask(this.notebookModel, 'saveable'));
  }

  get isReadOnly(): boolean {
    return this.document.querySelector(select.READ_ONLY) !== null;
  }

  /** Of the selected cell, which keys act on; null when there is none, undefined when the page does not tell. */
  get focusedCellId(): string | null | undefined {
    const notebook = this.notebook;
    if (!notebook || !('focusedCell' in notebook)) return undefined;
    const view = peekObject(notebook, 'focusedCell');
    return view ? (ColabCell.fromView(view)?.id ?? undefined) : null;
  }

  /** Monaco's own objects for the editors that are rendered. */
  get editors(): MonacoEditor[] {
    const api = peekObject<MonacoRoot>(peekObject(this.#window, 'monaco'), 'editor');
    return (asList(ask<MonacoEditors>(api, 'getEditors')) ?? []).filter(isObject);
  }

  get build(): string | null {
    return firstText(peek(this.#window, 'colabVersionTag')) ?? null;
  }

  /** Of the fragment, which may carry a token, only what names the notebook. */
  get url(): string {
    const url = new URL(this.#window.location.href);
    const fileId = url.hash
      .slice(1)
      .split('&')
      .find((part) => part.startsWith('fileId='));
    url.hash = fileId ?? '';
    return url.href;
  }

  get notebookId(): string {
    const file = ask(this.notebookModel, 'getFileId') ?? peek(this.notebookModel, 'fileId');
    const id = firstText(file, isObject(file) ? peek<FileId>(file, 'fileId') : undefined);
    if (id !== undefined) return id;
    const { pathname, hash } = new URL(this.url);
    return pathname + hash;
  }

  get notebookName(): string {
    return this.#names.find(([, name]) => name !== undefined)?.[1] ?? '';
  }

  /** Where the page tells it; null where it does not. */
  get notebookNameSource(): string | null {
    return this.#names.find(([, name]) => name !== undefined)?.[0] ?? null;
  }

  get #names(): Array<[string, string | undefined]> {
    const shown = this.document.querySelector(select.NOTEBOOK_NAME);
    const colab = peekObject<NotebookMetadata>(peekObject(this.notebookModel, 'metadata'), 'colab');
    return [
      ['notebookModel.getTitle()', firstText(ask(this.notebookModel, 'getTitle'))],
      ['metadata', firstText(peek<Named>(colab, 'name'))],
      ['name field', firstText(shown && 'value' in shown ? shown.value : undefined)],
      ['page title', firstText(select.nameInTitle(this.document.title))],
    ];
  }

  get accelerator(): string | undefined {
    const kind = firstText(ask(this.notebookModel, 'getAccelerator'));
    const model = firstText(ask(this.notebookModel, 'getAcceleratorModel'));
    return kind === undefined || model === undefined ? kind : `${kind} ${model}`;
  }

  /** Whether what it tells is told at all: no accelerator is told by an empty text. */
  get tellsAccelerator(): boolean {
    return typeof ask(this.notebookModel, 'getAccelerator') === 'string';
  }

  /** What the page tells its user in its message bars now. */
  get messages(): string[] {
    const bars = [...this.document.querySelectorAll(select.SNACKBAR)];
    return bars.flatMap(
      (bar) => firstText(shownText(bar.shadowRoot?.querySelector(select.SNACKBAR_SHOWN))) ?? [],
    );
  }

  /** 'python', 'r' or 'julia'; undefined when the page does not tell. */
  get language(): string | undefined {
    const syntax = plainLanguage(firstText(ask(this.notebookModel, 'getSyntaxLanguage')));
    const asked = ask(this.notebookModel, 'getKernelSpec');
    const metadata = peekObject<NotebookMetadata>(peekObject(this.notebookModel, 'metadata'), 'kernelspec');
    const kernel = firstText(
      asked,
      isObject(asked) ? peek<Named>(asked, 'name') : undefined,
      peek<Named>(metadata, 'name'),
    );
    const told = (syntax ?? kernel ?? this.#shownLanguage)?.toLowerCase();
    if (told === undefined) return undefined;
    if (told.startsWith('python')) return 'python';
    if (told === 'r' || told === 'ir') return 'r';
    return told.startsWith('julia') ? 'julia' : told;
  }

  get runtimeState(): RuntimeState {
    const kernel = this.kernel;
    const told = firstText(ask(kernel, 'getState'), peek(kernel, 'state'))?.toLowerCase() ?? '';
    const connected = asFlag(ask(kernel, 'isConnected')) ?? this.#showsConnected;
    if (connected) {
      const executing = ask(this.notebook, 'isExecuting') === true || told.includes('busy');
      return executing || this.#showsRunning ? 'busy' : 'idle';
    }
    if (/connecting|allocat|initiali|starting/.test(told)) return 'connecting';
    if (told === '' && this.#showsConnecting) return 'connecting';
    return connected === false ? 'disconnected' : 'unknown';
  }

  /**
   * By the class of a cell. Among ten thousand cells a query for classes takes a quarter of a millisecond, going through
   * them takes twenty.
   */
  get #showsRunning(): boolean {
    return this.cellList?.querySelector(select.RUNNING_CELL) != null;
  }

  /** By the connect button, for builds whose kernel does not tell. */
  get #showsConnected(): boolean | undefined {
    const button = this.document.querySelector(select.CONNECT_BUTTON)?.shadowRoot;
    if (!button) return undefined;
    return (
      button.querySelector(select.CONNECT_ICON)?.classList.contains(select.CONNECT_OKAY_CLASS) === true ||
      button.querySelector(select.CONNECT_RESOURCES) !== null
    );
  }

  get #showsConnecting(): boolean {
    const button = this.document.querySelector(select.CONNECT_BUTTON)?.shadowRoot;
    const icons = button?.querySelectorAll(select.CONNECT_ICONS) ?? [];
    return Array.from(icons).some(({ textContent }) => textContent?.trim() === select.CONNECTING_ICON);
  }

  get #shownLanguage(): string | undefined {
    const shown = select.languageOf(this.document.querySelector(select.LANGUAGE));
    return shown === null ? undefined : plainLanguage(shown);
  }

  /** A restarted kernel has another session; undefined when the page does not tell. */
  get kernelSession(): string | undefined {
    const connection = peekObject(this.kernel, 'connection');
    const session = peekObject<KernelConnection>(connection, 'session');
    return firstText(peek<KernelSession>(session, 'kernelSessionId'));
  }
}

function plainLanguage(syntax: string | undefined): string | undefined {
  return syntax?.replace(/^notebook-/, '');
}
