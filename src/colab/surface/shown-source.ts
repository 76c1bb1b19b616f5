import * as select from './selectors.ts';
import { renderedText } from './shown-markdown.ts';
import { joinLines, plainBlanks, readEditor } from './view-lines.ts';

/** `rendered`: not as it was written. `part`: some of it is folded away or not drawn. */
export type SourceExtent = 'whole' | 'rendered' | 'part';

export interface ShownSource {
  text: string;
  extent: SourceExtent;
}

interface Known extends ShownSource {
  /** What the page showed for it. */
  shown: string;
}

const known = new WeakMap<Element, Known>();

/** The text of a cell as the page shows it; null when it does not show it. Reads only, and needs no layout. */
export function readShownSource(cell: Element): ShownSource | null {
  const shown = lookAt(cell);
  const last = known.get(cell);
  // An editor draws its lines with the next frame: until then the text is what it was.
  if (!shown) return last ?? null;
  if (last?.shown === shown.text && last.extent === shown.extent) return last;
  known.set(cell, { ...shown, shown: shown.text });
  return shown;
}

/**
 * Whether the page shows this text. Tabs and blanks that do not break look like other blanks there; a text that was
 * written in our presence is known as it was written.
 */
export function showsSource(cell: Element, source: string): boolean {
  const shown = lookAt(cell);
  if (shown?.extent !== 'whole') return false;
  if (shown.text !== source && (!UNSEEN.test(source) || blanked(shown.text) !== blanked(source)))
    return false;
  known.set(cell, { text: source, extent: 'whole', shown: shown.text });
  return true;
}

const UNSEEN = /[\t\u00a0]/;

function blanked(text: string): string {
  return text.replace(/[\t\u00a0 ]+/g, ' ');
}

function lookAt(cell: Element): ShownSource | null {
  const editor = cell.querySelector(select.LIVE_EDITOR);
  const edited = editor && textOfEditor(editor);
  if (edited?.extent === 'whole') return edited;
  // That of a text cell stays, hidden, after an edit, and need not have drawn all of its lines, or any.
  const isClosed = cell.matches(select.TEXT_CELL) && !cell.classList.contains(select.EDITED_CELL_CLASS);
  const closed = isClosed ? readRendered(cell) : null;
  if (closed !== null) return { text: closed, extent: 'rendered' };
  if (editor) return edited;
  const coloured = cell.querySelector(select.COLOURED_SOURCE);
  if (coloured) return { text: textOfColoured(coloured), extent: 'whole' };
  const text = readRendered(cell);
  return text === null ? null : { text, extent: 'rendered' };
}

function textOfEditor(editor: Element): ShownSource | null {
  const drawn = readEditor(editor);
  const joined = drawn && joinLines(drawn);
  return joined && { text: joined.text, extent: joined.isWhole ? 'whole' : 'part' };
}

/** What a text cell shows of itself. */
export function readRendered(cell: Element): string | null {
  const rendered = cell.matches(select.TEXT_CELL) ? cell.querySelector(select.RENDERED_TEXT) : null;
  return rendered && renderedText(rendered);
}

/** Each line ends with a `br`, the last one too; other builds have plain line ends. */
function textOfColoured(coloured: Element): string {
  if (!coloured.querySelector('br')) return plainBlanks(coloured.textContent ?? '');
  const lines = [''];
  for (const node of coloured.childNodes) {
    if (node instanceof HTMLBRElement) lines.push('');
    else lines[lines.length - 1] += node.textContent ?? '';
  }
  if (lines.at(-1) === '') lines.pop();
  return plainBlanks(lines.join('\n'));
}
