import type { Page } from 'playwright';
import type { PageShape, ShapeNode } from '../../src/notebook/inspection.ts';

/**
 * Makes a page of a recorded shape: the elements with their attributes and shadow roots, and nothing that works. So what a
 * user has reported can be looked at as if it were there.
 */
export async function showShape(page: Page, { html, build }: PageShape): Promise<void> {
  await page.evaluate(rebuild, { html, build });
}

/** In the page. By script, because a parser would put some elements elsewhere than they stood. */
function rebuild({ html, build }: { html: ShapeNode; build: string | null }): void {
  const fill = (into: Element | ShadowRoot, nodes: readonly ShapeNode[] = []): void => {
    for (const node of nodes) {
      for (let copy = 0; copy <= (node.alike ?? 0); copy++) into.append(make(node));
    }
  };
  const dress = (element: Element, { attributes = {}, shadow, children }: ShapeNode): Element => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (shadow) fill(element.attachShadow({ mode: 'open' }), shadow);
    fill(element, children);
    return element;
  };
  const make = (node: ShapeNode): Element => dress(document.createElement(node.name), node);
  document.documentElement.replaceChildren();
  dress(document.documentElement, html);
  Object.assign(window, { colabVersionTag: build });
}
