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

/** What we need of the window: small, so that tests can stand in for it. */
export interface PageWindow {
  readonly document: PageDocument;
  readonly location: { readonly href: string };
}

export interface PageDocument {
  readonly title: string;
  readonly body: Element | null;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
}

/** The Colab page, read afresh on every call: Colab replaces its objects when another notebook is opened. */
export class ColabPage {
  readonly #window: PageWindow & ColabWindow;
  readonly #ofViews = new CellList((view: CellView) => ColabCell.fromView(view));
  readonly #ofModels = new CellList((model: CellModel) => ColabCell.fromModel(model));

  constructor(window: PageWindow) {
    this.#window = window;
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

  /** Colab's own list of cells; null while it boots. Views first: they alone can tell and change the run state. */
  get #source(): { list: CellList; items: readonly unknown[] } | null {
    const views = asList(peek(this.notebook, 'cells'));
    if (views) return { list: this.#ofViews, items: views };
    const models = asList(peek(this.notebookModel, 'cells'));
    return models ? { list: this.#ofModels, items: models } : null;
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
    const [list, own] = cell.view
      ? [peek(this.notebook, 'cells'), cell.view]
      : [peek(this.notebookModel, 'cells'), cell.model];
    return asList(list)?.includes(own) ?? false;
  }

  get cellList(): Element | null {
    return this.document.querySelector(select.CELL_LIST);
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
    const shown = this.document.querySelector(select.NOTEBOOK_NAME);
    const colab = peekObject<NotebookMetadata>(peekObject(this.notebookModel, 'metadata'), 'colab');
    return (
      firstText(
        ask(this.notebookModel, 'getTitle'),
        peek<Named>(colab, 'name'),
        shown && 'value' in shown ? shown.value : undefined,
        this.document.title,
      ) ?? ''
    );
  }

  get accelerator(): string | undefined {
    return firstText(ask(this.notebookModel, 'getAccelerator'));
  }

  /** 'python', 'r' or 'julia'; undefined when the page does not tell. */
  get language(): string | undefined {
    const syntax = firstText(ask(this.notebookModel, 'getSyntaxLanguage'))?.replace(/^notebook-/, '');
    const asked = ask(this.notebookModel, 'getKernelSpec');
    const metadata = peekObject<NotebookMetadata>(peekObject(this.notebookModel, 'metadata'), 'kernelspec');
    const kernel = firstText(
      asked,
      isObject(asked) ? peek<Named>(asked, 'name') : undefined,
      peek<Named>(metadata, 'name'),
    );
    const told = (syntax ?? kernel)?.toLowerCase();
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
      const executing = asFlag(ask(this.notebook, 'isExecuting')) ?? told.includes('busy');
      return executing ? 'busy' : 'idle';
    }
    if (/connecting|allocat|initiali|starting/.test(told)) return 'connecting';
    return connected === false ? 'disconnected' : 'unknown';
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

  /** A restarted kernel has another session; undefined when the page does not tell. */
  get kernelSession(): string | undefined {
    const connection = peekObject(this.kernel, 'connection');
    const session = peekObject<KernelConnection>(connection, 'session');
    return firstText(peek<KernelSession>(session, 'kernelSessionId'));
  }
}
