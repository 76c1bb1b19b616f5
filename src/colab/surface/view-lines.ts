import * as select from './selectors.ts';

/** One line as an editor draws it. */
export interface ViewLine {
  top: number;
  text: string;
  /** Its number in the text; null for the rest of a line that was wrapped. */
  number: number | null;
  /** How many blanks the editor put before the rest of a wrapped line. */
  indent: number;
}

export interface DrawnEditor {
  lines: ViewLine[];
  lineHeight: number;
  /** How tall all of its text is, and how tall the part of it that can be seen. */
  textHeight: number;
  shownHeight: number;
  /** How many characters a line has room for, roughly; all of them in an editor that scrolls sideways. */
  columns: number;
  hasFolded: boolean;
}

/** Lines that are longer are not drawn to their end. */
const LONGEST_LINE = 10_000;
/** Of the fonts for code. */
const CHARACTER_EM = 0.6;
const NO_BREAK_SPACES = /\u00a0/g;

/**
 * What an editor draws: its lines stand in the page in no order, and only their position tells it. Positions are read
 * from the elements' own style, so that nothing has to be laid out. Null as long as nothing is drawn.
 */
export function readEditor(editor: Element): DrawnEditor | null {
  const text = editor.querySelector(select.VIEW_LINES);
  const drawn = text ? [...text.querySelectorAll(select.VIEW_LINE)] : [];
  if (!text || drawn.length === 0) return null;
  const numbers = new Map<number, number>();
  for (const margin of editor.querySelectorAll(select.LINE_MARGIN)) {
    const number = Number.parseInt(margin.querySelector(select.LINE_NUMBER)?.textContent ?? '', 10);
    if (number > 0) numbers.set(pixels(margin, 'top'), number);
  }
  const lines = drawn.map((line) => {
    const top = pixels(line, 'top');
    return { top, text: textOfLine(line), number: numbers.get(top) ?? null, indent: indentOf(line) };
  });
  return {
    lines,
    lineHeight: drawn[0] ? pixels(drawn[0], 'height') : 0,
    textHeight: pixels(text, 'height'),
    shownHeight: pixels(editor, 'height'),
    columns: columnsOf(text, editor),
    hasFolded: editor.querySelector(select.FOLDED_LINES) !== null,
  };
}

/** Editors draw blanks that do not break. */
export function plainBlanks(text: string): string {
  return text.replace(NO_BREAK_SPACES, ' ');
}

/** The text, and whether it is all of it for certain: lines may be folded away, or out of view in an editor that scrolls. */
export function joinLines(editor: DrawnEditor): { text: string; isWhole: boolean } {
  const lines = [...editor.lines].sort((one, other) => one.top - other.top);
  // Line numbers may be switched off: then every line counts as one.
  const isNumbered = lines.some(({ number }) => number !== null);
  const joined: string[] = [];
  let isInOrder = true;
  for (const { text, number, indent } of lines) {
    const last = joined.length - 1;
    if (isNumbered && number === null && last >= 0) joined[last] += text.slice(indent);
    else joined.push(text);
    if (number !== null && number !== joined.length) isInOrder = false;
  }
  const isWhole =
    isInOrder &&
    !editor.hasFolded &&
    hasAllLines(editor, lines) &&
    (isNumbered || !mayBeWrapped(editor, lines));
  return { text: joined.join('\n'), isWhole };
}

function hasAllLines(
  { lineHeight, textHeight, shownHeight }: DrawnEditor,
  lines: readonly ViewLine[],
): boolean {
  let end = 0;
  for (const { top, text } of lines) {
    if (top - end >= lineHeight || text.length >= LONGEST_LINE) return false;
    end = top + lineHeight;
  }
  return textHeight - end < lineHeight || end < shownHeight;
}

/** A line that the next word would not fit on, where none is so long that it shows that lines are not wrapped. */
function mayBeWrapped({ columns }: DrawnEditor, lines: readonly ViewLine[]): boolean {
  if (lines.some(({ text }) => text.length > columns * 1.1)) return false;
  return lines.some(({ text }, at) => {
    const follows = lines[at + 1]?.text ?? '';
    // Blanks alone are wrapped as well.
    const next = follows.trimStart().split(' ')[0] || follows;
    return next !== '' && text.length + next.length >= columns * 0.85;
  });
}

/** Without what the editor itself puts in, such as a suggestion. */
function textOfLine(line: Element): string {
  const injected = new Set<Node>(line.querySelectorAll(select.INJECTED_TEXT));
  if (injected.size === 0) return plainBlanks(line.textContent ?? '');
  const texts = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let own = '';
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement?.closest(select.INJECTED_TEXT)) own += node.textContent ?? '';
  }
  return plainBlanks(own);
}

/** It stands in an element of its own, which alone has no class. */
function indentOf(line: Element): number {
  const first = line.firstElementChild?.firstElementChild;
  return first && first.className === '' ? (first.textContent?.length ?? 0) : 0;
}

function columnsOf(text: Element, editor: Element): number {
  const width = pixels(text, 'width');
  if (width > pixels(editor, 'width')) return Number.POSITIVE_INFINITY;
  return width / (CHARACTER_EM * pixels(text, 'fontSize'));
}

function pixels(element: Element, property: 'top' | 'height' | 'width' | 'fontSize'): number {
  return element instanceof HTMLElement ? Number.parseFloat(element.style[property]) || 0 : 0;
}
