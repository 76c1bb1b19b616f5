import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';
import { cellsBetween } from './cells-between.ts';

/** Where in the visible part to look for cells that stand for what the user sees. */
const LOOK_AT = [0.3, 0.6, 0.05, 0.9];
const NOTICEABLE_PX = 1;
/** Cells stand between pixels, what is scrolled does not. */
const ROUNDING_PX = 2;

interface Seen {
  element: Element;
  /** On the screen, from the upper edge of what scrolls. */
  top: number;
}

/**
 * What the user sees: some cells in view, and where they stand on the screen. The browser keeps that by itself where
 * it can (scroll anchoring); this is for where it cannot, and for pages that scroll to what was added.
 */
export class ViewAnchor {
  readonly #scroller: Element;
  readonly #seen: Seen[];
  readonly #left: number;
  readonly #top: number;

  private constructor(scroller: Element, seen: Seen[]) {
    this.#scroller = scroller;
    this.#seen = seen;
    this.#left = scroller.scrollLeft;
    this.#top = scroller.scrollTop;
  }

  /** `first`: a cell that matters more than others, if it is in view. Null where nothing can be scrolled. */
  static read(page: ColabPage, document: Document, first: Element | null): ViewAnchor | null {
    const scroller = scrollerAround(page.cellList);
    if (!scroller) return null;
    const { left, top, width, height } = visiblePart(scroller, document);
    const isInView = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return box.bottom > top && box.top < top + height;
    };
    const inView = cellsBetween(page.cells, top, top + height);
    const cellAt = (y: number): Element | null | undefined =>
      inView.length > 0
        ? inView.find((cell) => cell.top <= y && cell.bottom > y)?.element
        : // Where cells do not tell their elements, or do not stand one below the other.
          document.elementFromPoint(left + width / 2, y)?.closest(select.CELL);
    const found = LOOK_AT.map((part) => cellAt(top + height * part));
    const cells = new Set([first && isInView(first) ? first : null, ...found]);
    const seen: Seen[] = [];
    for (const element of cells) if (element) seen.push({ element, top: topOf(element, scroller) });
    return new ViewAnchor(scroller, seen);
  }

  /**
   * Before the page is drawn, while the user types or scrolls: what came in above is made up for where the browser has
   * not done that. Where something was scrolled it has, or the user did: that is left alone.
   */
  compensate(except: ReadonlySet<Element>): void {
    const scroller = this.#scroller;
    const seen = this.#find(except);
    if (!seen) return;
    const scrolled = scroller.scrollTop - this.#top;
    const grown = topOf(seen.element, scroller) - seen.top;
    const isScrolled = Math.abs(scrolled) > ROUNDING_PX;
    if (!isScrolled && Math.abs(grown) >= NOTICEABLE_PX) scroller.scrollTop += grown;
  }

  #find(except: ReadonlySet<Element>): Seen | undefined {
    return this.#seen.find(({ element }) => element.isConnected && !except.has(element));
  }

  /** Before the page is drawn. `except` was moved on purpose. */
  restore(except: ReadonlySet<Element>): void {
    const scroller = this.#scroller;
    const seen = this.#find(except);
    if (!seen) return;
    const shift = topOf(seen.element, scroller) - seen.top;
    if (Math.abs(shift) >= NOTICEABLE_PX) scroller.scrollTop += shift;
    if (scroller.scrollLeft !== this.#left) scroller.scrollLeft = this.#left;
  }
}

function topOf(element: Element, scroller: Element): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

function visiblePart(scroller: Element, document: Document): DOMRect {
  return scroller === document.scrollingElement
    ? new DOMRect(0, 0, scroller.clientWidth, scroller.clientHeight)
    : scroller.getBoundingClientRect();
}

const known = new WeakMap<Element, Element>();

/** The nearest element around the cells that scrolls. */
function scrollerAround(list: Element | null): Element | null {
  const last = list && known.get(list);
  if (last?.isConnected) return last;
  for (let element = list && flatParent(list); element; element = flatParent(element)) {
    const { overflowY } = getComputedStyle(element);
    if (overflowY !== 'auto' && overflowY !== 'scroll' && element.parentElement) continue;
    if (list) known.set(list, element);
    return element;
  }
  return null;
}

function flatParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
