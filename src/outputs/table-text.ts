import { htmlToText } from './html-to-text.ts';

/** More rows than this are seldom read; what is between them can be asked for. */
const MOST_FIRST = 60;
const MOST_LAST = 20;

/** Beyond this a table is hostile, or nothing to be read: the library's own plain text will do. */
const LONGEST = 2_000_000;

/** A row a line, cells separated by `|`: the first rows, and the last where there are too many. */
export interface TableText {
  head: string;
  tail: string;
  left: { rows: number; chars: number } | null;
}

const DATA_FRAME = /<table[^<>]{0,200}class="dataframe/y;
const COUNTS = /\s{0,50}<p>[^<>]{1,100}<\/p>/y;

/** The text of a data frame (pandas, polars and their like) from its HTML; null when it is none. */
export function tableText(source: string): TableText | null {
  const html = source.slice(0, LONGEST);
  const start = html.indexOf('<table');
  DATA_FRAME.lastIndex = start;
  if (start < 0 || !DATA_FRAME.test(html)) return null;
  const close = html.indexOf('</table>', start);
  if (close < 0) return null;
  const end = close + '</table>'.length;
  // "1000 rows × 8 columns", of a table that pandas itself has shortened.
  COUNTS.lastIndex = end;
  const table = html.slice(start, COUNTS.test(html) ? COUNTS.lastIndex : end);
  const { text, read } = htmlToText(table);
  return read < table.length || text === '' ? null : cutRows(text);
}

function cutRows(text: string): TableText {
  const rows = text.split('\n');
  const left = rows.length - MOST_FIRST - MOST_LAST;
  if (left <= 0) return { head: text, tail: '', left: null };
  const head = `${rows.slice(0, MOST_FIRST).join('\n')}\n`;
  const tail = rows.slice(-MOST_LAST).join('\n');
  return { head, tail, left: { rows: left, chars: text.length - head.length - tail.length } };
}
