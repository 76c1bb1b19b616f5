import type { CellKind } from '../notebook/cell.ts';
import { cellRevision } from '../notebook/revision.ts';
import type { ColabCell } from './surface/cell.ts';

interface KnownText {
  kind: CellKind;
  text: string;
  revision: string;
}

/** Hashing is the dear part of a look at a cell; most cells are the same as the last time. */
const known = new WeakMap<object, KnownText>();

export function revisionOf(cell: ColabCell, kind = cell.kind, text = cell.text): string {
  const key = cell.own;
  const last = key && known.get(key);
  if (last && last.kind === kind && last.text === text) return last.revision;
  const revision = cellRevision(kind, text);
  if (key) known.set(key, { kind, text, revision });
  return revision;
}
