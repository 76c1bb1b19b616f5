import type { PagePlace } from './page-place.ts';

/**
 * Tells when things in the page may stand elsewhere. Scrolling is only listened to step by step where something
 * moves along with it (`follows`); otherwise its end is enough.
 */
export function watchLayout(place: PagePlace, follows: boolean, changed: () => void): () => void {
  const ended = new AbortController();
  const listening = { capture: true, passive: true, signal: ended.signal };
  const area = place.notebookArea();
  for (const root of rootsAround(area)) {
    root.addEventListener(follows ? 'scroll' : 'scrollend', changed, listening);
  }
  window.addEventListener('resize', changed, listening);
  // A cell that is focused shows its controls.
  document.addEventListener('focusin', changed, listening);
  // A click or a key may open or close a menu over what stands at cells.
  if (follows) for (const type of ['click', 'keyup']) document.addEventListener(type, changed, listening);
  const sizes = new ResizeObserver(changed);
  for (const element of area ? chainBelow(area) : [document.body]) sizes.observe(element);
  return () => {
    ended.abort();
    sizes.disconnect();
  };
}

/** The document, and shadow roots in which the notebook is shown: scrolling in those is not told outside. */
function rootsAround(area: Element | null): Array<Document | ShadowRoot> {
  const roots: Array<Document | ShadowRoot> = [document];
  if (area?.shadowRoot) roots.push(area.shadowRoot);
  return roots;
}

/** The area itself, and what is in it down to the first element that has several: that one grows with the cells. */
function chainBelow(area: Element): Element[] {
  const chain = [area];
  let last = area;
  while (last.childElementCount === 1 && last.firstElementChild) {
    last = last.firstElementChild;
    chain.push(last);
  }
  return chain;
}
