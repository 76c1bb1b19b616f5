import type { CellKind } from './cell.ts';

/**
 * 53-bit string hash (cyrb53). A revision only has to tell "the human changed this meanwhile"
 * from "nothing changed", and is computed for every cell of every read, so speed beats strength.
 */
export function hash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

export function cellRevision(kind: CellKind, source: string): string {
  return hash(`${kind}\n${source}`).toString(36);
}

/** Changes when a cell is added, removed, moved or edited anywhere in the notebook. */
export function notebookRevision(cells: Iterable<{ id: string; revision: string }>): string {
  let joined = '';
  for (const cell of cells) joined += `${cell.id}:${cell.revision};`;
  return hash(joined).toString(36);
}
