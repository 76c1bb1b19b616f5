import { ICON, NOT_SHOWN } from './selectors.ts';

/**
 * The text that people read of an element: of its own content, and of its shadow root where a component keeps all its
 * text there. Icons are left out: their names stand in the page as text, and a font draws them.
 */
export function shownText(
  element: Element | null | undefined,
  leaveOut: (element: Element) => boolean = () => false,
): string {
  const parts: string[] = [];
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '');
    if (node instanceof Element) {
      if (node.matches(NOT_SHOWN) || node.matches(ICON) || leaveOut(node)) return;
      if (node.childNodes.length === 0 && node.shadowRoot) {
        for (const child of node.shadowRoot.childNodes) walk(child);
      }
    }
    for (const child of node.childNodes) walk(child);
  };
  if (element) walk(element);
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}
