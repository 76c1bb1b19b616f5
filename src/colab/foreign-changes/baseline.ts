import { type CellKind, withPlainLineEnds } from '../../notebook/cell.ts';
import { cellRevision } from '../../notebook/revision.ts';
import { compareOrders, type Placed } from '../compare-orders.ts';
import type { ColabPage } from '../surface/page.ts';
import { orderChanges } from './order-changes.ts';

/**
 * The notebook as it would be if only we had changed it since the last look: its order of cells, and the revision
 * of each. What we do is written into it; what it then differs in from the page was done by others.
 */
export class Baseline {
  readonly #page: ColabPage;
  order: readonly Placed[];
  readonly revisions = new Map<string, string>();
  /** Changed by others and overwritten by us since: the change is gone, but it happened. */
  readonly overwritten = new Set<string>();

  constructor(page: ColabPage) {
    this.#page = page;
    this.order = page.cells;
  }

  inserted(cellId: string, kind: CellKind, source: string): void {
    if (!this.#page.find(cellId)) return;
    this.#place(cellId);
    this.#wrote(cellId, kind, source);
  }

  replaced(cellId: string, source: string, before: string): void {
    const kind = this.#page.find(cellId)?.kind;
    if (!kind) return;
    const known = this.revisions.get(cellId);
    if (known !== undefined && known !== cellRevision(kind, before)) this.overwritten.add(cellId);
    this.#wrote(cellId, kind, source);
  }

  deleted(cellId: string): void {
    this.revisions.delete(cellId);
    this.overwritten.delete(cellId);
    if (!this.#isOnlyDifference(cellId)) this.order = this.order.filter(({ id }) => id !== cellId);
  }

  moved(cellId: string): void {
    // One that others have added since is theirs, wherever we put it.
    if (this.order.some(({ id }) => id === cellId)) this.#place(cellId);
  }

  /** What we wrote, not what is there now: somebody may have typed behind it already. */
  #wrote(cellId: string, kind: CellKind, source: string): void {
    const now = this.#page.find(cellId)?.text;
    const isOurs = now !== undefined && withPlainLineEnds(now) === withPlainLineEnds(source);
    this.revisions.set(cellId, cellRevision(kind, isOurs ? now : withPlainLineEnds(source)));
  }

  /** Puts the cell where we put it: behind the nearest cell above it that nobody else has moved meanwhile. */
  #place(cellId: string): void {
    if (this.#isOnlyDifference(cellId)) return;
    const now = this.#page.cells;
    const order = this.order.filter(({ id }) => id !== cellId);
    const { added, moved } = orderChanges(
      order,
      now.filter(({ id }) => id !== cellId),
    );
    const unsteady = new Set([...added, ...moved].map((change) => change.cellId));
    const at = this.#page.indexOf(cellId);
    const above = now.slice(0, at).findLast(({ id }) => !unsteady.has(id));
    const below = now.slice(at + 1).find(({ id }) => !unsteady.has(id));
    const place = above
      ? order.findIndex(({ id }) => id === above.id) + 1
      : order.findIndex(({ id }) => id === below?.id);
    order.splice(place < 0 ? order.length : place, 0, { id: cellId });
    this.order = order;
  }

  /** The usual case, and cheap in a long notebook: nothing else has changed, so the order of now is ours. */
  #isOnlyDifference(cellId: string): boolean {
    const { before, now } = compareOrders(this.order, this.#page.cells);
    const others = (ids: string[]): string => ids.filter((id) => id !== cellId).join('\n');
    if (others(before) !== others(now)) return false;
    this.order = this.#page.cells;
    return true;
  }
}
