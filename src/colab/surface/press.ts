/**
 * Pressing Colab's controls. `colab-*` hosts act on click() (seen live); some `md-*` hosts do not, so
 * the real button inside is clicked, whose event also reaches the host. Closure's menu items ignore
 * click() and act on mousedown followed by mouseup. Each control is pressed in one way only: a second
 * one could act twice.
 */
export function pressButton(element: Element): void {
  const isMaterial = element.localName.startsWith('md-') || element.localName.startsWith('mwc-');
  const inner = isMaterial ? element.shadowRoot?.querySelector('button') : null;
  const target = inner ?? element;
  if (target instanceof HTMLElement) target.click();
}

export function pressMenuItem(element: Element): void {
  for (const type of ['mousedown', 'mouseup']) element.dispatchEvent(mouse(type));
}

/** A whole press on something that is not a control, such as a cell that is to take the focus. */
export function pressPlace(element: Element): void {
  for (const type of ['mousedown', 'mouseup', 'click']) element.dispatchEvent(mouse(type));
}

function mouse(type: string): MouseEvent {
  return new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, button: 0, view: window });
}
