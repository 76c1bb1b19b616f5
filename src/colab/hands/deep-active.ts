/** The element that gets the keys, also inside shadow roots. Null when it is the page as a whole. */
export function deepActiveElement(document: Document): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active === document.body || active === document.documentElement ? null : active;
}

/** Without scrolling: where the user looks is kept apart from where the keys go. */
export function focusElement(element: Element | null): void {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true });
}

export function blurElement(element: Element | null): void {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.blur();
}
