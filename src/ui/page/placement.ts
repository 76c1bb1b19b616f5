import type { Box } from './geometry.ts';
import { common, liftOver, placeCard } from './geometry.ts';
import type { PagePlace } from './page-place.ts';

const EDGE = 12;
/** The scroll bar stays free. */
const RIGHT_EDGE = 24;
/** How the ids of our own elements begin. */
const OWN_HOSTS = 'cellwire-';

interface Parts {
  /** Everything at cells, clipped to where cells can be seen. */
  stage: HTMLElement;
  /** The pill, and the question above it. */
  dock: HTMLElement;
}

interface Spot {
  left: number;
  top: number;
  width?: number;
  height?: number;
  maxHeight?: number;
}

/** Puts what is shown at its place in the window: looks at everything first and then writes, so the page is laid out once. */
export class Placement {
  readonly #place: PagePlace;
  readonly #appeared: () => void;
  #lift = 0;

  /** `appeared`: the open card came into view. */
  constructor(place: PagePlace, appeared: () => void) {
    this.#place = place;
    this.#appeared = appeared;
  }

  update({ stage, dock }: Parts): void {
    const area = this.#area();
    const pill = this.#pillBox(dock, area);
    const spots = [...stage.children]
      .filter((child) => child instanceof HTMLElement)
      .map((thing) => ({ thing, spot: this.#spotOf(thing, area, pill) }));

    const [width, height] = [area.right - area.left, area.bottom - area.top];
    put(stage, { left: area.left, top: area.top, width, height });
    set(dock, 'right', `${window.innerWidth - area.right + Math.min(RIGHT_EDGE, width / 20)}px`);
    set(dock, 'bottom', `${window.innerHeight - area.bottom + EDGE + this.#lift}px`);
    set(dock, 'max-width', `${Math.max(width - EDGE * 2, 200)}px`);
    set(dock, 'max-height', `${Math.max(height - EDGE * 2, 120)}px`);
    for (const { thing, spot } of spots) {
      if (spot && thing.hidden && thing.dataset.at === 'card') this.#appeared();
      if (thing.hidden !== (spot === null)) thing.hidden = spot === null;
      if (spot) put(thing, { ...spot, left: spot.left - area.left, top: spot.top - area.top });
    }
  }

  /** Where the pill will stand. A question above it is a dialog, and does not dodge. */
  #pillBox(dock: HTMLElement, area: Box): Box | null {
    const pill = dock.lastElementChild?.getBoundingClientRect();
    if (!pill) return null;
    const { left, right, height } = pill;
    const bottom = area.bottom - EDGE;
    const resting = { left, right, top: bottom - height, bottom };
    const controls = this.#place.cellToolbar()?.getBoundingClientRect() ?? null;
    this.#lift = dock.childElementCount > 1 ? 0 : liftOver(resting, controls, area);
    return { ...resting, top: resting.top - this.#lift, bottom: bottom - this.#lift };
  }

  /** Null where it cannot be seen. */
  #spotOf(thing: HTMLElement, area: Box, pill: Box | null): Spot | null {
    const cell = this.#place.cellElement(thing.dataset.cell ?? '')?.getBoundingClientRect() ?? null;
    if (thing.dataset.at === 'card') return this.#spotOfCard(thing, cell, area, pill);
    const seen = cell && common(cell, area);
    if (!cell || !seen) return null;
    if (thing.dataset.at === 'chip') {
      const [left, top] = [cell.left + 64, cell.bottom - 12];
      return this.#isCovered(left + 40, Math.min(cell.bottom, area.bottom - 1)) ? null : { left, top };
    }
    const isCovered =
      this.#isCovered(seen.left + 100, seen.top + 4) ||
      this.#isCovered((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
    return isCovered ? null : { left: cell.left, top: cell.top, width: cell.width, height: cell.height };
  }

  #spotOfCard(thing: HTMLElement, cell: DOMRect | null, area: Box, pill: Box | null): Spot | null {
    // Whose cell is gone has no place of its own, and still wants an answer.
    const at = cell ?? { ...area, bottom: area.top + 1 };
    const isHeld = cell === null || thing.matches(':focus-within');
    const height = thing.firstElementChild?.scrollHeight ?? 0;
    const card = placeCard(at, { area, pill, height, isHeld });
    if (!card || isHeld) return card;
    return this.#isCovered(card.left + card.width / 2, card.top + 24) ? null : card;
  }

  /** Whether the page shows something there above its notebook, a menu or a dialog: we would be on top of it. */
  #isCovered(x: number, y: number): boolean {
    const area = this.#place.notebookArea();
    const found = document.elementsFromPoint(x, y).find(({ id }) => !id.startsWith(OWN_HOSTS));
    return area !== null && found !== undefined && !area.contains(found) && !found.contains(area);
  }

  #area(): Box {
    const all = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    const found = this.#place.notebookArea()?.getBoundingClientRect();
    return (found && common(found, all)) ?? all;
  }
}

function put(thing: HTMLElement, { left, top, width, height, maxHeight }: Spot): void {
  set(thing, 'transform', `translate(${Math.round(left)}px, ${Math.round(top)}px)`);
  if (width !== undefined) set(thing, 'width', `${Math.round(width)}px`);
  if (height !== undefined) set(thing, 'height', `${Math.round(height)}px`);
  if (maxHeight !== undefined) set(thing, '--most-height', `${maxHeight}px`);
}

/** What is so already is not set again: even that would have the browser look. */
function set({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}
