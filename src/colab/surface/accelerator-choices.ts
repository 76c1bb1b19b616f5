import * as select from './selectors.ts';
import { shownText } from './shown-text.ts';

/** One kind of hardware that the dialog of the runtime type offers. */
export interface AcceleratorChoice {
  /** Colab's own, such as `GPU,T4`. */
  value: string;
  label: string;
  isChosen: boolean;
  isDisabled: boolean;
  choose(): void;
}

/** Undefined while there are none. */
export function readChoices(dialog: Element): AcceleratorChoice[] | undefined {
  const found = deepFind(dialog, select.ACCELERATOR_CHOICE).map(toChoice);
  return found.length > 0 ? found : undefined;
}

/** By its whole name, or by a part that only one has; `none` and `cpu` are the same. */
export function findChoice(choices: readonly AcceleratorChoice[], wanted: string): AcceleratorChoice | null {
  const name = plain(wanted);
  const names = ({ value, label }: AcceleratorChoice): string[] => [plain(value), plain(label)];
  const isNone = (one: string): boolean => /^(none|cpu|)$/.test(one);
  const exact = choices.find((one) =>
    names(one).some((other) => other === name || (isNone(name) && isNone(other))),
  );
  if (exact) return exact;
  const holding = choices.filter((one) => names(one).some((other) => other.includes(name)));
  const offered = holding.filter(({ isDisabled }) => !isDisabled);
  return (offered.length === 1 ? offered[0] : holding.length === 1 ? holding[0] : undefined) ?? null;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function toChoice(element: Element): AcceleratorChoice {
  const value = textOf(element, 'value');
  const label = element.getAttribute('aria-label') || shownText(element) || value;
  return {
    value,
    label,
    isChosen: flagOf(element, 'checked') || flagOf(element, 'selected'),
    isDisabled: flagOf(element, 'disabled'),
    choose() {
      if (element instanceof HTMLOptionElement) chooseOption(element);
      else if (element instanceof HTMLElement) element.click();
    },
  };
}

function chooseOption(option: HTMLOptionElement): void {
  option.selected = true;
  option.parentElement?.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
}

const textOf = (element: Element, name: string): string =>
  String(Reflect.get(element, name) ?? element.getAttribute(name) ?? '');

const flagOf = (element: Element, name: string): boolean =>
  Reflect.get(element, name) === true || element.getAttribute(`aria-${name}`) === 'true';

/** In the element and in all open shadow roots inside it. A radio button that wraps another one counts once. */
function deepFind(root: Element | ShadowRoot, selector: string): Element[] {
  const found: Element[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.matches(selector)) found.push(element);
    else if (element.shadowRoot) found.push(...deepFind(element.shadowRoot, selector));
  }
  return found;
}
