import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser } from '@lezer/python';
import { el } from './dom.ts';

/** Python as coloured spans, for code that no editor shows; a line each. */
export function highlightLines(source: string): Node[][] {
  let nodes: Node[] = [];
  const lines = [nodes];
  highlightCode(
    source,
    parser.parse(source),
    classHighlighter,
    (text, classes) =>
      nodes.push(classes ? el('span', { class: classes, text }) : document.createTextNode(text)),
    () => {
      nodes = [];
      lines.push(nodes);
    },
  );
  return lines;
}
