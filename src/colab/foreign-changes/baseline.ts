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
  /** Known only as rendered: their revision is that of what they show. */
  readonly rendered = new Set<string>();
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
    const isSame = known === undefined || known === cellRevision(kind, before);
    if (!isSame && !this.rendered.has(cellId)) this.overwritten.add(cellId);
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
    this.rendered.delete(cellId);
  }

  /**
   * Puts the cell where we put it: behind the nearest cell above it that nobody else has moved meanwhile. Cells that
   * begin or end both orders stand still, so only those between are looked at.
   */
  #place(cellId: string): void {
    if (this.#isOnlyDifference(cellId)) return;
    const { start, before, now } = compareOrders(this.order, this.#page.cells);
    const at = now.indexOf(cellId);
    // It stands among those, in both at the same place.
    if (at < 0) return;
    const between = before.filter((id) => id !== cellId);
    const others = now.filter((id) => id !== cellId);
    const { added, moved } = orderChanges(placed(between), placed(others));
    const unsteady = new Set([...added, ...moved].map((change) => change.cellId));
    const above = now.slice(0, at).findLast((id) => !unsteady.has(id));
    const below = now.slice(at + 1).find((id) => !unsteady.has(id));
    if (above !== undefined) between.splice(between.indexOf(above) + 1, 0, cellId);
    else if (start > 0) between.unshift(cellId);
    else if (below !== undefined) between.splice(between.indexOf(below), 0, cellId);
    else between.push(cellId);
    const end = start + before.length;
    this.order = [...this.order.slice(0, start), ...placed(between), ...this.order.slice(end)];
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

function placed(ids: readonly string[]): Placed[] {
  return ids.map((id) => ({ id }));
}
