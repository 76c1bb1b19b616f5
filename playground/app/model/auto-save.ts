import type { Cell } from './cell.ts';
import type { DriveFile, NotebookChange } from './drive-file.ts';
import { cellFromJson, updateCell } from './ipynb.ts';
import type { NotebookDocument } from './notebook-document.ts';

const QUIET_MS = 200;
const UNSAVED = 'Not saved: the server does not answer';

/** Keeps a notebook on the server as it changes, and brings in what others change in it. */
export class AutoSave {
  readonly #notebook: NotebookDocument;
  readonly #file: DriveFile;
  readonly #tell: (text: string) => void;
  readonly #watched = new WeakSet<Cell>();
  /** What the server has of each cell. */
  readonly #kept = new Map<string, string>();
  #keptFrame = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(notebook: NotebookDocument, file: DriveFile, tell: (text: string) => void) {
    this.#notebook = notebook;
    this.#file = file;
    this.#tell = tell;
  }

  /** From what the notebook holds now. */
  start(onPresence: (others: number) => void): void {
    this.#note();
    this.#watch();
    this.#notebook.events.on('cells', () => {
      this.#watch();
      this.#saveSoon();
    });
    this.#notebook.events.on('title', () => this.#saveSoon());
    this.#file.listen((change) => this.#bringIn(change), onPresence);
    window.addEventListener('pagehide', () => void this.#save(true).catch(() => {}));
  }

  /** Settles when all that was done so far is kept. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#saving;
    this.#saving = this.#save();
    await this.#saving;
  }

  #watch(): void {
    for (const cell of this.#notebook.cells) {
      if (this.#watched.has(cell)) continue;
      this.#watched.add(cell);
      cell.source.events.on('change', () => this.#saveSoon());
      if (cell.kind !== 'code') continue;
      cell.outputs.events.on('change', () => this.#saveSoon());
      cell.events.on('completed', () => this.#saveSoon());
    }
  }

  #saveSoon(): void {
    this.#tell('Saving…');
    this.#timer ??= setTimeout(() => {
      this.now().catch(() => this.#tell(UNSAVED));
    }, QUIET_MS);
  }

  async #save(isLeaving = false): Promise<void> {
    const change = this.#change();
    if (change) await this.#file.save(change, isLeaving);
    const time = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    this.#tell(`Last saved at ${time}`);
  }

  /** Null when the server has everything. */
  #change(): NotebookChange | null {
    const { title, cells } = this.#notebook;
    const order = cells.map(({ id }) => id);
    const present = new Set(order);
    const removed = [...this.#kept.keys()].filter((id) => !present.has(id));
    const changed: Record<string, unknown> = {};
    for (const cell of cells) {
      const json = cell.toJson();
      if (this.#kept.get(cell.id) !== JSON.stringify(json)) changed[cell.id] = json;
    }
    const isSame = this.#keptFrame === frameOf(title, order);
    if (isSame && removed.length === 0 && Object.keys(changed).length === 0) return null;
    this.#note();
    return { title, order, changed, removed };
  }

  #note(): void {
    const { title, cells } = this.#notebook;
    this.#kept.clear();
    for (const cell of cells) this.#kept.set(cell.id, JSON.stringify(cell.toJson()));
    this.#keptFrame = frameOf(
      title,
      cells.map(({ id }) => id),
    );
  }

  /** What another page did. What was changed here and not yet sent stays, and is sent after it. */
  #bringIn({ title, order, changed, removed }: NotebookChange): void {
    const notebook = this.#notebook;
    const unsent = this.#change();
    const isOurs = (id: string) => unsent !== null && (id in unsent.changed || unsent.removed.includes(id));
    notebook.remove(notebook.cells.filter(({ id }) => removed.includes(id) && !isOurs(id)));
    for (const [id, json] of Object.entries(changed)) {
      if (isOurs(id)) continue;
      const known = notebook.find(id);
      if (known) updateCell(known, json);
      else notebook.insert(order.indexOf(id), cellFromJson(json));
    }
    notebook.arrange(order);
    notebook.title = title;
    this.#note();
    if (!unsent) return;
    const now = notebook.cells.map(({ id }) => id);
    this.#file.save({ ...unsent, title, order: now }).catch(() => this.#tell(UNSAVED));
  }
}

function frameOf(title: string, order: readonly string[]): string {
  return JSON.stringify([title, order]);
}
