/** As much of an element as is needed here. */
export interface Boxed {
  getBoundingClientRect(): { readonly top: number; readonly bottom: number; readonly height: number };
}

export interface SeenCell<Shown> {
  element: Shown;
  top: number;
  bottom: number;
}

/**
 * The cells that stand between two heights of the window, in order. Found by halving: to tell what is at a point of
 * the screen the browser goes through all cells, which in a long notebook takes longer than a frame.
 */
export function cellsBetween<Shown extends Boxed>(
  cells: ReadonlyArray<{ readonly element: Shown | null }>,
  top: number,
  bottom: number,
): Array<SeenCell<Shown>> {
  let low = 0;
  for (let high = cells.length; low < high; ) {
    const middle = (low + high) >> 1;
    let at = middle;
    let seen = look(cells[at]);
    while (seen === null && ++at < high) seen = look(cells[at]);
    if (seen === null || seen.bottom > top) high = middle;
    else low = at + 1;
  }
  const between: Array<SeenCell<Shown>> = [];
  for (let at = low; at < cells.length; at++) {
    const seen = look(cells[at]);
    if (seen === null) continue;
    if (seen.top >= bottom) break;
    between.push(seen);
  }
  return between;
}

/** Null for one that stands nowhere: in a section that is folded up, or gone. */
function look<Shown extends Boxed>(
  cell: { readonly element: Shown | null } | undefined,
): SeenCell<Shown> | null {
  const element = cell?.element;
  if (!element) return null;
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 ? { element, top, bottom } : null;
}
