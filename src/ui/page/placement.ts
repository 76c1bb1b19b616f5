import type { Box } from './geometry.ts';
import { liftOver, overlap, placeCard } from './geometry.ts';
import type { PagePlace } from './page-place.ts';

const EDGE = 12;
/** The scroll bar stays free. */
const RIGHT_EDGE = 24;

interface Parts {
  /** Everything at cells, clipped to where cells can be seen. */
  stage: HTMLElement;
  /** The pill, and the question above it. */
  dock: HTMLElement;
}

/** Puts what is shown at its place in the window: reads all places first and then writes, so the page is laid out once. */
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
    const pill = dock.lastElementChild?.getBoundingClientRect();
    const isAsking = dock.childElementCount > 1;
    const controls = this.#place.cellToolbar()?.getBoundingClientRect() ?? null;
    const things = [...stage.children]
      .filter((child): child is HTMLElement => child instanceof HTMLElement)
      .map((thing) => ({
        thing,
        cell: this.#place.cellElement(thing.dataset.cell ?? '')?.getBoundingClientRect() ?? null,
        height: thing.firstElementChild?.scrollHeight ?? 0,
      }));

    const size = { width: area.right - area.left, height: area.bottom - area.top };
    setPlace(stage, { left: area.left, top: area.top, ...size });
    if (pill) {
      const resting = { ...boxOf(pill), top: pill.top + this.#lift, bottom: pill.bottom + this.#lift };
      this.#lift = isAsking ? 0 : liftOver(resting, controls, area);
    }
    set(dock, 'right', `${window.innerWidth - area.right + Math.min(RIGHT_EDGE, size.width / 20)}px`);
    set(dock, 'bottom', `${window.innerHeight - area.bottom + EDGE + this.#lift}px`);
    set(dock, 'max-width', `${Math.max(size.width - EDGE * 2, 200)}px`);
    set(dock, 'max-height', `${Math.max(size.height - EDGE * 2, 120)}px`);
    const floor = area.bottom - EDGE - this.#lift - (pill?.height ?? 0);
    for (const { thing, cell, height } of things) this.#putAt(thing, cell, height, area, floor);
  }

  #putAt(thing: HTMLElement, cell: DOMRect | null, height: number, area: Box, floor: number): void {
    const kind = thing.dataset.at;
    if (kind === 'card') {
      // Whose cell is gone has no place of its own, and still wants an answer.
      const at = cell ?? new DOMRect(area.left, area.top, area.right - area.left, 1);
      const card = placeCard(at, area, floor, height, cell === null || thing.matches(':focus-within'));
      if (!this.#show(thing, card !== null) || !card) return;
      setPlace(thing, { left: card.left - area.left, top: card.top - area.top, width: card.width });
      set(thing, '--most-height', `${card.maxHeight}px`);
      return;
    }
    const isSeen = cell !== null && cell.height > 0 && overlap(cell, area);
    if (!this.#show(thing, isSeen) || !cell) return;
    const at = { left: cell.left - area.left, top: cell.top - area.top };
    if (kind === 'mark') setPlace(thing, { ...at, width: cell.width, height: cell.height });
    else setPlace(thing, { left: at.left + 64, top: cell.bottom - area.top - 12 });
  }

  /** Returns whether it is shown. */
  #show(thing: HTMLElement, isShown: boolean): boolean {
    if (isShown && thing.hidden && thing.dataset.at === 'card') this.#appeared();
    if (thing.hidden === isShown) thing.hidden = !isShown;
    return isShown;
  }

  #area(): Box {
    const found = this.#place.notebookArea()?.getBoundingClientRect();
    const all = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    if (!found || found.width === 0 || found.height === 0) return all;
    return {
      left: Math.max(found.left, 0),
      top: Math.max(found.top, 0),
      right: Math.min(found.right, all.right),
      bottom: Math.min(found.bottom, all.bottom),
    };
  }
}

const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom });

function setPlace(
  thing: HTMLElement,
  place: { left: number; top: number; width?: number; height?: number },
): void {
  set(thing, 'transform', `translate(${Math.round(place.left)}px, ${Math.round(place.top)}px)`);
  if (place.width !== undefined) set(thing, 'width', `${Math.round(place.width)}px`);
  if (place.height !== undefined) set(thing, 'height', `${Math.round(place.height)}px`);
}

/** What is so already is not set again: even that would have the browser look. */
function set({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}
