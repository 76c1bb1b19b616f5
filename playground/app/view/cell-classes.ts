import type { CellKind } from '../model/cell.ts';
import type { Behaviour } from '../variants/behaviour.ts';

/** `.notebook-cell` came with a later build. */
export function cellClasses(kind: CellKind, { isOlder }: Behaviour): string {
  return isOlder ? `cell ${kind}` : `cell ${kind} notebook-cell`;
}
