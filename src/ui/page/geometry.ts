/** In the coordinates of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const GAP = 8;
/** What a card needs to be of use. */
const LEAST_CARD = 160;
/** The run button's column, which stays free. */
const GUTTER = 56;
const WIDEST_CARD = 760;

export interface CardPlace {
  left: number;
  top: number;
  width: number;
  maxHeight: number;
}

/**
 * Where a card about a cell stands: below the cell, else over its end, and always between the edges of `area`.
 * `floor` is where something else begins at the bottom, and `isHeld` that somebody is at work in the card.
 * Null when the cell is not in view, so that the card has nothing to stand at.
 */
export function placeCard(
  cell: Box,
  area: Box,
  floor: number,
  height: number,
  isHeld: boolean,
): CardPlace | null {
  if (!overlap(cell, area) && !isHeld) return null;
  const lowest = Math.max(floor, area.top + LEAST_CARD) - GAP;
  const highest = area.top + GAP;
  const maxHeight = Math.max(lowest - highest, LEAST_CARD);
  const left = Math.max(cell.left + GUTTER, area.left + GAP);
  const right = Math.min(cell.right - GAP, area.right - GAP * 2);
  const isNarrow = right - left < 320;
  const from = isNarrow ? area.left + GAP : left;
  const to = isNarrow ? area.right - GAP * 2 : right;
  const top = Math.max(highest, Math.min(cell.bottom + 4, lowest - Math.min(height, maxHeight)));
  return { left: from, top, width: Math.min(WIDEST_CARD, to - from), maxHeight };
}

/** How far the pill is lifted so that it does not stand on a cell's controls. */
export function liftOver(pill: Box, controls: Box | null, area: Box): number {
  if (!controls || !overlap(grown(pill), controls)) return 0;
  const lift = pill.bottom - (controls.top - GAP);
  return pill.top - lift < area.top ? 0 : lift;
}

const grown = ({ left, top, right, bottom }: Box): Box => ({
  left: left - 4,
  top: top - 4,
  right: right + 4,
  bottom: bottom + 4,
});
