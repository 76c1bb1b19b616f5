import { decodeEntities } from './html-entities.ts';
import { readHtml } from './html-reader.ts';

/** Elements that a browser sets on lines of their own. */
const BLOCKS = new Set(
  (
    'address article aside blockquote br caption dd details div dl dt fieldset figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);

/** Elements whose text nobody reads as text: drawings, controls, and what is shown only in other cases. */
const UNREAD = new Set(['svg', 'noscript', 'template', 'button']);

/** The text of an HTML output: a table row is a line whose cells are separated by `|`. */
export function htmlToText(html: string): string {
  const page = new TextPage();
  let unread = 0;
  readHtml(html, {
    text: (text) => {
      if (unread === 0) page.write(decodeEntities(text));
    },
    tag: (name, isEnd) => {
      if (UNREAD.has(name)) unread = Math.max(0, unread + (isEnd ? -1 : 1));
      else if (unread > 0) return;
      else if (name === 'td' || name === 'th') {
        if (!isEnd) page.startCell();
      } else if (name === 'tr' || name === 'table') page.endRow();
      else if (BLOCKS.has(name)) page.endLine();
      else if (name === 'img' && !isEnd) page.write('[picture]');
    },
  });
  return page.finish();
}

class TextPage {
  readonly #lines: string[] = [];
  /** The cells of the row so far; null outside of a table. */
  #row: string[] | null = null;
  #text = '';

  write(text: string): void {
    this.#text += text;
  }

  startCell(): void {
    if (this.#row) this.#row.push(this.#takeText());
    else {
      this.endLine();
      this.#row = [];
    }
  }

  /** A line's end inside a row would tear the row apart: there it is a space. */
  endLine(): void {
    if (this.#row) this.#text += ' ';
    else this.#addLine(this.#takeText());
  }

  endRow(): void {
    const last = this.#takeText();
    const cells = this.#row ? [...this.#row, last] : [last];
    this.#row = null;
    if (cells.some((cell) => cell !== '')) this.#addLine(cells.join(' | '));
  }

  finish(): string {
    this.endRow();
    return this.#lines.join('\n');
  }

  #addLine(line: string): void {
    if (line !== '') this.#lines.push(line);
  }

  #takeText(): string {
    const text = this.#text.replace(/\s+/g, ' ').trim();
    this.#text = '';
    return text;
  }
}
