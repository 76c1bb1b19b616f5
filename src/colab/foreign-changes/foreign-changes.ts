import type { ForeignChange } from '../../notebook/notebook.ts';
import { cellRevision } from '../../notebook/revision.ts';
import { compareOrders } from '../compare-orders.ts';
import { revisionOf } from '../revisions.ts';
import type { ColabCell } from '../surface/cell.ts';
import type { ColabPage } from '../surface/page.ts';
import { TimeSlices } from '../wait.ts';
import { Baseline } from './baseline.ts';
import { DirtyCells } from './dirty-cells.ts';
import { orderChanges } from './order-changes.ts';

/** More cells than this are not looked at before it is told that there may be something. */
const LOOKED_AT = 100;

/** What others than we do to the cells, seen by comparing the page with what it would be without them. */
export class ForeignChanges {
  readonly #page: ColabPage;
  readonly #listeners = new Set<() => void>();
  readonly #dirty: DirtyCells;
  /** Colab's object: another notebook in the same tab is another one. */
  #owner: object | null = null;
  #baseline: Baseline;
  #filled: Promise<void> = Promise.resolve();
  #isWatched = false;
  #session: string | undefined;
  #restarted = false;
  #ours = 0;
  #told = false;

  constructor(page: ColabPage) {
    this.#page = page;
    this.#baseline = new Baseline(page);
    this.#dirty = new DirtyCells(page, () => this.#tellOfNews());
  }

  /** With every call: begins with the first, and anew with another notebook. */
  attach(): void {
    const { owner } = this.#page;
    if (!owner) return;
    const wasWatched = this.#dirty.attach();
    if (owner === this.#owner) {
      this.#isWatched &&= wasWatched;
      this.#lookAtSession();
      return;
    }
    this.#owner = owner;
    this.#baseline = new Baseline(this.#page);
    this.#dirty.clear();
    // From now on: what is older is in the baseline.
    this.#isWatched = wasWatched || this.#dirty.attach();
    this.#session = this.#page.kernelSession;
    this.#restarted = false;
    this.#told = false;
    this.#filled = this.#fill(this.#baseline, this.#page.cells);
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What we do meanwhile is to be written into the baseline before it is compared again. */
  async whileOurs<T>(work: (baseline: Baseline) => Promise<T>): Promise<T> {
    this.#ours++;
    try {
      return await work(this.#baseline);
    } finally {
      this.#ours--;
      this.#tellOfNews();
    }
  }

  /** Not while a change of ours is under way. */
  async take(): Promise<ForeignChange[]> {
    this.attach();
    if (!this.#owner) return [];
    await this.#filled;
    const baseline = this.#baseline;
    const edited = await this.#takeEdits(baseline);
    const now = this.#page.cells;
    const { added, deleted, moved } = orderChanges(baseline.order, now);
    baseline.order = now;
    for (const cellId of deleted) baseline.revisions.delete(cellId);
    for (const { cellId } of added) this.#note(baseline, this.#page.find(cellId));
    const restarted = this.#restarted;
    this.#restarted = false;
    this.#told = false;
    return [
      ...(restarted ? [{ kind: 'restarted' as const }] : []),
      ...deleted.map((cellId) => ({ kind: 'deleted' as const, cellId })),
      ...added.map((place) => ({ kind: 'added' as const, ...place })),
      ...moved.map((place) => ({ kind: 'moved' as const, ...place })),
      ...edited,
    ];
  }

  async #takeEdits(baseline: Baseline): Promise<ForeignChange[]> {
    const edited: ForeignChange[] = [];
    const slices = new TimeSlices();
    const ids = this.#isWatched ? [...this.#dirty.ids, ...baseline.overwritten] : this.#page.cells.map(idOf);
    this.#isWatched = this.#dirty.attach();
    for (const cellId of new Set(ids)) {
      if (slices.isOver) await slices.next();
      this.#dirty.drop(cellId);
      const known = baseline.revisions.get(cellId);
      const cell = this.#page.find(cellId);
      const isOpened = cell !== null && isOnlyOpened(baseline, cell);
      const revision = this.#note(baseline, cell);
      // One that is not known was added, which says it all.
      if (known === undefined || revision === undefined || isOpened) continue;
      if (revision !== known || baseline.overwritten.has(cellId)) {
        edited.push({ kind: 'edited', cellId, revision });
      }
    }
    baseline.overwritten.clear();
    return edited;
  }

  /** In slices: each cell counts from when its turn came, unless we wrote it before that. */
  async #fill(baseline: Baseline, cells: readonly ColabCell[]): Promise<void> {
    const slices = new TimeSlices();
    for (const cell of cells) {
      if (slices.isOver) await slices.next();
      if (!baseline.revisions.has(cell.id)) this.#note(baseline, cell);
    }
  }

  #note(baseline: Baseline, cell: ColabCell | null): string | undefined {
    const revision = cell ? readRevision(cell) : undefined;
    if (!cell || revision === undefined) return revision;
    baseline.revisions.set(cell.id, revision);
    if (cell.extent === 'rendered') baseline.rendered.add(cell.id);
    else baseline.rendered.delete(cell.id);
    return revision;
  }

  /** A first session is no restart, nor is one that was lost and came back. */
  #lookAtSession(): void {
    const session = this.#page.kernelSession;
    if (session === undefined || session === this.#session) return;
    if (this.#session !== undefined) this.#restarted = true;
    this.#session = session;
    if (this.#restarted) this.#tellOfNews();
  }

  #tellOfNews(): void {
    if (this.#told || this.#ours > 0 || this.#listeners.size === 0 || !this.#hasNews()) return;
    this.#told = true;
    for (const listener of this.#listeners) listener();
  }

  #hasNews(): boolean {
    const { order, revisions, overwritten } = this.#baseline;
    const { before, now } = compareOrders(order, this.#page.cells);
    if (this.#restarted || overwritten.size > 0 || before.length > 0 || now.length > 0) return true;
    if (this.#dirty.count > LOOKED_AT) return true;
    for (const cellId of this.#dirty.ids) {
      const cell = this.#page.find(cellId);
      const revision = cell ? readRevision(cell) : undefined;
      const known = revisions.get(cellId);
      const isOther = revision !== undefined && known !== undefined && revision !== known;
      if (isOther && !(cell && isOnlyOpened(this.#baseline, cell))) return true;
      this.#dirty.drop(cellId);
    }
    return false;
  }
}

function idOf({ id }: { id: string }): string {
  return id;
}

/** Its source came to be seen, and it shows what it showed before. */
function isOnlyOpened({ rendered, revisions }: Baseline, cell: ColabCell): boolean {
  if (!rendered.has(cell.id) || cell.rendered === null) return false;
  return cellRevision(cell.kind, cell.rendered) === revisions.get(cell.id);
}

/** Undefined for a cell that cannot be read: most likely it has just been deleted. */
function readRevision(cell: ColabCell): string | undefined {
  try {
    return revisionOf(cell);
  } catch {
    return undefined;
  }
}
