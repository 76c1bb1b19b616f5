/** In the coordinates of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What both cover; null when that is nothing. */
export function common(a: Box, b: Box): Box | null {
  if (!overlap(a, b)) return null;
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

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

/** What a card is still comfortable to read at. */
const COMFORTABLE_CARD = 460;

interface Room {
  area: Box;
  /** What must not be covered. */
  pill: Box | null;
  /** Of the card, as it would like to be. */
  height: number;
  /** Somebody is at work in the card: it stays, though its cell is scrolled away. */
  isHeld: boolean;
}

/**
 * Where a card about a cell stands: below the cell, else over its end, always between the edges of the area, and
 * beside the pill or above it. Null when the cell is not in view, so that the card has nothing to stand at.
 */
export function placeCard(cell: Box, { area, pill, height, isHeld }: Room): CardPlace | null {
  if (!overlap(cell, area) && !isHeld) return null;
  const sides = sidesOf(cell, area);
  const isBeside = !pill || pill.left - GAP - sides.left >= COMFORTABLE_CARD || pill.left >= sides.right;
  const right = pill && isBeside ? Math.min(sides.right, pill.left - GAP) : sides.right;
  const floor = isBeside ? area.bottom : (pill?.top ?? area.bottom);
  const lowest = Math.max(floor, area.top + LEAST_CARD) - GAP;
  const highest = area.top + GAP;
  const maxHeight = Math.max(lowest - highest, LEAST_CARD);
  const top = Math.max(highest, Math.min(cell.bottom + 4, lowest - Math.min(height, maxHeight)));
  return { left: sides.left, top, width: Math.min(WIDEST_CARD, right - sides.left), maxHeight };
}

/** Under the text of the cell, or as wide as there is room. */
function sidesOf(cell: Box, area: Box): { left: number; right: number } {
  const left = Math.max(cell.left + GUTTER, area.left + GAP);
  const right = Math.min(cell.right - GAP, area.right - GAP * 2);
  return right - left < 320 ? { left: area.left + GAP, right: area.right - GAP * 2 } : { left, right };
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
