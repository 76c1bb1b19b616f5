import type { Caret } from './map-caret.ts';

/** The caret of an editable element whose children are its lines, as offsets into its text. */
export function readEditable(host: Element, selection: Selection): Caret | null {
  const { anchorNode, focusNode } = selection;
  if (!anchorNode || !focusNode || !host.contains(anchorNode) || !host.contains(focusNode)) return null;
  return {
    anchor: offsetOf(host, anchorNode, selection.anchorOffset),
    head: offsetOf(host, focusNode, selection.focusOffset),
  };
}

export function writeEditable(host: Element, selection: Selection, caret: Caret): void {
  const anchor = placeOf(host, caret.anchor);
  const head = placeOf(host, caret.head);
  selection.setBaseAndExtent(anchor.node, anchor.offset, head.node, head.offset);
  // The browser would tell the editor only after the next keys.
  host.ownerDocument.dispatchEvent(new Event('selectionchange'));
}

function offsetOf(host: Element, node: Node, offset: number): number {
  let before = 0;
  for (const [index, line] of [...host.childNodes].entries()) {
    if (node === host && index >= offset) break;
    if (line.contains(node)) {
      const range = host.ownerDocument.createRange();
      range.setStart(line, 0);
      range.setEnd(node, offset);
      return before + range.toString().length;
    }
    before += lengthOf(line) + 1;
  }
  return before;
}

function placeOf(host: Element, offset: number): { node: Node; offset: number } {
  let left = offset;
  let last: Node = host;
  for (const line of host.childNodes) {
    last = line;
    if (left <= lengthOf(line)) return inLine(line, left);
    left -= lengthOf(line) + 1;
  }
  return inLine(last, lengthOf(last));
}

function inLine(line: Node, column: number): { node: Node; offset: number } {
  const texts = line.ownerDocument?.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let left = column;
  for (let text = texts?.nextNode(); text; text = texts?.nextNode()) {
    const length = lengthOf(text);
    if (left <= length) return { node: text, offset: left };
    left -= length;
  }
  return { node: line, offset: 0 };
}

function lengthOf(node: Node): number {
  return node.textContent?.length ?? 0;
}
