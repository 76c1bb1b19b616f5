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

/** Puts a text into a field as if it had been typed. The prototype's setter, because frameworks put their own on the element. */
export function typeText(field: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  if (setter) Reflect.apply(setter, field, [text]);
  else field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: text }));
}

export function pressEnter(field: Element): void {
  const enter = { key: 'Enter', code: 'Enter', keyCode: 13, which: 13 };
  for (const type of ['keydown', 'keypress', 'keyup']) field.dispatchEvent(keyboard(type, enter));
}

/** Replaces all that an editor holds. It must have the focus; whether it took it at once is not known. */
export function pasteOver(input: Element, text: string): void {
  const isMac = navigator.platform.startsWith('Mac');
  const all = { key: 'a', code: 'KeyA', keyCode: 65, which: 65, ctrlKey: !isMac, metaKey: isMac };
  input.dispatchEvent(keyboard('keydown', all));
  // Of nothing, nothing would be pasted.
  if (text === '') {
    input.dispatchEvent(keyboard('keydown', { key: 'Delete', code: 'Delete', keyCode: 46, which: 46 }));
    return;
  }
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  input.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
  );
}

/** Older code asks for the number of the key. */
function keyboard(type: string, key: KeyboardEventInit): KeyboardEvent {
  return new KeyboardEvent(type, { ...key, bubbles: true, cancelable: true, composed: true, view: window });
}
