/** Elements that a browser sets on lines of their own. */
const BLOCKS = new Set(
  (
    'address article aside blockquote br caption dd details div dl dt fieldset figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);

/** Elements whose text nobody reads as text: drawings, controls, and what is shown only in other cases. */
const UNREAD = new Set(['svg', 'noscript', 'template', 'button']);

/** Reading takes time on the page's own thread; far fewer tags, values of attributes and texts can be shown. */
const MOST_PIECES = 200_000;
const MOST_TEXT = 1_000_000;
/** Also of what is only jumped over: scripts and styles of a chart are a few million characters. */
const MOST_READ = 10_000_000;
/** A tag with more values than this is none: what follows them is read as text. */
const MOST_VALUES = 10_000;

interface HtmlText {
  text: string;
  /** How many characters of the HTML were read: all of them, unless it has far more than can be shown. */
  read: number;
}

/** The text of an HTML output: a table row is a line whose cells are separated by `|`, without padding. */
export function htmlToText(html: string): HtmlText {
  const page = new TextPage();
  let unread = 0;
  const read = readHtml(html.slice(0, MOST_READ), {
    text: (text) => {
      if (unread === 0) page.write(decodeEntities(text));
    },
    tag: (name, isEnd, spans) => {
      if (UNREAD.has(name)) unread = Math.max(0, unread + (isEnd ? -1 : 1));
      else if (unread > 0) return;
      else if (name === 'td' || name === 'th') {
        if (!isEnd) page.startCell(spans());
      } else if (name === 'tr') page.endRow();
      else if (name === 'table') page.endTable();
      else if (BLOCKS.has(name)) page.endLine();
      else if (name === 'img' && !isEnd) page.write('[picture]');
    },
  });
  return { text: page.finish(), read };
}

/** How many columns and rows a cell takes. */
interface Spans {
  columns: number;
  rows: number;
}

const ONE_CELL: Spans = { columns: 1, rows: 1 };

/** Headings over several columns, and groups of rows, are small; endless ones would fill the text with empty cells. */
const MOST_COLUMNS = 20;
const MOST_TAKEN = 50;
const MOST_EMPTY = 10_000;

class TextPage {
  readonly #lines: string[] = [];
  /** The cells of the row so far; null outside of a table. */
  #row: string[] | null = null;
  #text = '';
  /** How many columns the cell takes that is being read. */
  #columns = 1;
  /** For each column, in how many of the next rows a cell of an earlier row stands. */
  #taken: number[] = [];
  #emptyLeft = MOST_EMPTY;

  write(text: string): void {
    this.#text += text;
  }

  startCell({ columns, rows }: Spans): void {
    if (!this.#row) {
      this.endLine();
      this.#row = [];
    } else this.#endCell(this.#row);
    this.#passTaken(this.#row);
    this.#columns = Math.min(columns, MOST_COLUMNS);
    if (rows > 1 && this.#row.length < MOST_TAKEN) {
      for (let column = 0; column < this.#columns; column++) this.#taken[this.#row.length + column] = rows;
    }
  }

  #endCell(row: string[]): void {
    row.push(this.#takeText());
    for (let column = 1; column < this.#columns && this.#emptyLeft > 0; column++, this.#emptyLeft--)
      row.push('');
    this.#columns = 1;
  }

  /** Where a cell of an earlier row stands, this row has an empty one: so columns stay columns. */
  #passTaken(row: string[]): void {
    while ((this.#taken[row.length] ?? 0) > 0 && this.#emptyLeft-- > 0) row.push('');
  }

  /** A line's end inside a row would tear the row apart: there it is a space. */
  endLine(): void {
    if (this.#row) this.#text += ' ';
    else this.#addLine(this.#takeText());
  }

  endRow(): void {
    if (!this.#row) {
      this.#addLine(this.#takeText());
      return;
    }
    const cells = this.#row;
    this.#endCell(cells);
    this.#row = null;
    for (const [column, rows = 0] of this.#taken.entries()) this.#taken[column] = Math.max(0, rows - 1);
    if (cells.some((cell) => cell !== '')) this.#addLine(cells.join('|'));
  }

  endTable(): void {
    this.endRow();
    this.#taken = [];
  }

  finish(): string {
    this.endTable();
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

interface HtmlListener {
  /** Text between tags, entities undecoded. */
  text: (text: string) => void;
  /** A start or end tag; the name in small letters. */
  tag: (name: string, isEnd: boolean, spans: () => Spans) => void;
}

const COLUMNS = /\scolspan\s{0,4}=\s{0,4}["']?(\d{1,4})/i;
const ROWS = /\srowspan\s{0,4}=\s{0,4}["']?(\d{1,4})/i;

/** What a cell's tag says of its size; looked for in its first attributes only. */
function spansOf(tag: string): Spans {
  if (!tag.includes('span')) return ONE_CELL;
  const number = (pattern: RegExp): number => Math.max(1, Number(pattern.exec(tag)?.[1] ?? 1));
  return { columns: number(COLUMNS), rows: number(ROWS) };
}

const LONGEST_CELL_TAG = 300;

const TAG_NAME = /<(\/?)([a-z][a-z0-9:-]*)/iy;
/** Their content is no HTML: it ends at their end tag and nowhere else. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp']);

/**
 * Reads HTML as it comes, well-formed or not, without a DOM, in time that grows with its length only, and stops
 * after as many pieces as are worth it. Scripts, styles, comments and values of attributes are jumped over. Returns
 * how far it came.
 */
function readHtml(html: string, listener: HtmlListener): number {
  let at = 0;
  let room = MOST_TEXT;
  const pieces = { left: MOST_PIECES };
  while (at < html.length) {
    if (pieces.left-- <= 0) return at;
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    if (end - at > room) {
      listener.text(html.slice(at, at + room));
      return at + room;
    }
    room -= end - at;
    listener.text(html.slice(at, end));
    at = end === open ? readMarkup(html, open, pieces, listener) : end;
  }
  return at;
}

/** Reads what begins with a `<`, and returns where it ends. */
function readMarkup(html: string, open: number, pieces: { left: number }, listener: HtmlListener): number {
  TAG_NAME.lastIndex = open;
  const [, slash, rawName] = TAG_NAME.exec(html) ?? [];
  if (rawName !== undefined) {
    const name = rawName.toLowerCase();
    const end = endOfTag(html, open + rawName.length, pieces);
    if (end < 0) return html.length;
    listener.tag(name, slash === '/', () =>
      spansOf(html.slice(open, Math.min(end, open + LONGEST_CELL_TAG))),
    );
    return slash === '' && RAW.has(name) ? endOfRaw(html, name, end) : end;
  }
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4);
  if (/[!?/]/.test(html.charAt(open + 1))) return after(html, '>', open);
  listener.text('<');
  return open + 1;
}

/** Behind the `>`; one inside a quoted value does not count. -1 when the tag never ends. */
function endOfTag(html: string, from: number, pieces: { left: number }): number {
  const marks = /=\s{0,8}(["'])|>/g;
  marks.lastIndex = from;
  for (let values = 0; values < MOST_VALUES; values++, pieces.left--) {
    const mark = marks.exec(html);
    if (!mark) return -1;
    const quote = mark[1];
    if (quote === undefined) return marks.lastIndex;
    const close = html.indexOf(quote, marks.lastIndex);
    if (close < 0) return -1;
    marks.lastIndex = close + 1;
  }
  return marks.lastIndex;
}

function endOfRaw(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = from;
  const found = end.exec(html);
  return found ? found.index : html.length;
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

const NAMED = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    hellip: '…',
    mdash: '—',
    ndash: '–',
    minus: '−',
    times: '×',
    middot: '·',
    deg: '°',
    plusmn: '±',
    micro: 'µ',
    copy: '©',
    rarr: '→',
    larr: '←',
  }),
);

/** Entities that occur in outputs; one that is not known stays as it is written. */
function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (entity: string, name: string) => {
    if (!name.startsWith('#')) return NAMED.get(name.toLowerCase()) ?? entity;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return isCharacter(code) ? String.fromCodePoint(code) : entity;
  });
}

/** Half of a surrogate pair is none, and could not be sent. */
const isCharacter = (code: number): boolean =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
