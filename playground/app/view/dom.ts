type Child = Node | string | null;

interface Options {
  id?: string;
  class?: string;
  text?: string;
  attrs?: Record<string, string>;
}

/** An element with its attributes and children in one expression. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options?: Options,
  ...children: Child[]
): HTMLElementTagNameMap[Name];
export function el(name: string, options?: Options, ...children: Child[]): HTMLElement;
export function el(name: string, options: Options = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(name);
  if (options.id) element.id = options.id;
  if (options.class) element.className = options.class;
  if (options.text !== undefined) element.textContent = options.text;
  for (const [key, value] of Object.entries(options.attrs ?? {})) element.setAttribute(key, value);
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/** The nonce of this response; a script's `nonce` property is readable, its attribute is not. */
export function pageNonce(): string {
  return document.querySelector('script')?.nonce ?? '';
}
