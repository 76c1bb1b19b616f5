import type { PageShape, ShapeNode } from '../../notebook/inspection.ts';
import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';
import { shownAttributes, Tokens } from './shown-attributes.ts';

/** As many as fit one answer with room to spare; cells and rows that are made alike count once. */
const MOST_NODES = 6000;

/** What these hold is the user's, or of no use: the element itself is all that is said. */
const CLOSED = [
  select.RENDERED_TEXT,
  select.VIEW_LINES,
  select.COLOURED_SOURCE,
  select.LINE_MARGIN,
  select.NO_DIALOG,
  'svg, iframe, select',
].join(', ');
const LEFT_OUT = 'script, style, link, meta, title, template, noscript, base';
/** Those of the page itself; others were put there by other extensions, which are nobody's business. */
const OWN_ELEMENTS = /^(colab|md|mwc|paper|iron|google|goog|doc|project|notebook)-/;
const FOREIGN = 'other-element';

/** What the page consists of: elements, ids, classes, some attributes, open shadow roots. No text, no names. */
export function recordShape(page: ColabPage): PageShape {
  const html = page.document.querySelector('html');
  if (!html) throw new Error('The page has no elements.');
  // Also those of a page that is built otherwise, whose cells are not found by their objects.
  const shown = Array.from(html.querySelectorAll(select.CELL), select.cellIdOf);
  const recorder = new Recorder([...page.cells.map(({ id }) => id), ...shown]);
  return { format: 1, build: page.build, html: recorder.record(html, false), elements: recorder.seen };
}

class Recorder {
  readonly #tokens: Tokens;
  #kept = 0;
  seen = 0;

  constructor(cellIds: Iterable<string>) {
    this.#tokens = new Tokens(cellIds);
  }

  record(element: Element, isContent: boolean): ShapeNode {
    this.seen += 1;
    this.#kept += 1;
    const { localName } = element;
    const isForeign = localName.includes('-') && !OWN_ELEMENTS.test(localName);
    if (isForeign) return { name: FOREIGN };
    // Of what users' code shows, only what we know is said.
    const inContent = isContent || element.matches(select.OUTPUT);
    const node: ShapeNode = { name: localName };
    const attributes = shownAttributes(element, this.#tokens, isContent);
    if (Object.keys(attributes).length > 0) node.attributes = attributes;
    if (element.matches(CLOSED)) return node;
    if (element.shadowRoot) node.shadow = this.#all(element.shadowRoot.children, inContent);
    const children = this.#all(element.children, inContent);
    if (children.length > 0) node.children = children;
    return node;
  }

  #all(elements: Iterable<Element>, isContent: boolean): ShapeNode[] {
    const nodes: ShapeNode[] = [];
    let last = '';
    for (const element of elements) {
      if (element.matches(LEFT_OUT)) continue;
      if (this.#kept >= MOST_NODES) break;
      const before = this.#kept;
      const node = this.record(element, isContent);
      const made = JSON.stringify(node);
      const previous = nodes.at(-1);
      if (previous && made === last) {
        previous.alike = (previous.alike ?? 0) + 1;
        this.#kept = before;
      } else {
        nodes.push(node);
        last = made;
      }
    }
    return nodes;
  }
}
