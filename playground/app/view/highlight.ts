import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser } from '@lezer/python';
import { el } from './dom.ts';

/** Python as coloured spans, for code that no editor shows. */
export function highlightPython(source: string): Node[] {
  const nodes: Node[] = [];
  highlightCode(
    source,
    parser.parse(source),
    classHighlighter,
    (text, classes) =>
      nodes.push(classes ? el('span', { class: classes, text }) : document.createTextNode(text)),
    () => nodes.push(document.createTextNode('\n')),
  );
  return nodes;
}
