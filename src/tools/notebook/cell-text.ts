import type { Cell, Output } from '../../notebook/cell.ts';
import { isRecord } from '../../wire/json.ts';

/**
 * Cells as plain text: a header of ours for each, then its source and what it shows. What a cell holds comes behind one
 * of these marks, on every line: so nothing in a notebook can pass for a header.
 */
const SOURCE = '|';
const OUTPUT = '>';

/** Whatever some reader takes for the end of a line. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Ids as notebooks have them; any other is quoted. */
const PLAIN_ID = /^[\w.:-]{1,100}$/;

/**
 * "3 a1b2 [5] error; lines 10-20 of 300", "4 c3d4 [ ]" of a code cell that never ran, "5 e5f6 text": as notebooks show
 * it, and in few characters, because there may be hundreds.
 */
export function headerOf(
  { index, id, cell_type, execution_count }: Cell & { index: number },
  mark = '',
  note = '',
): string {
  const kind = cell_type === 'code' ? `[${execution_count ?? ' '}]` : 'text';
  const name = PLAIN_ID.test(id) ? id : onOneLine(JSON.stringify(id));
  return `${index} ${name} ${kind}${mark && ` ${mark}`}${note && `; ${note}`}`;
}

export const sourceText = (source: string): string => marked(SOURCE, source);

/** Behind a header, on the same line. */
export const titleText = (title: string): string => `${SOURCE}${onOneLine(title)}`;

/** Shaped outputs, one behind the other. */
export function outputsText(outputs: readonly Output[]): string {
  const texts = outputs.map(textOf).filter((text) => text !== '');
  return texts.length === 0 ? '' : marked(OUTPUT, texts.join('\n'));
}

function marked(mark: string, text: string): string {
  return text === '' ? '' : `\n${mark}${text.replace(LINE_END, (end) => `${end}${mark}`)}`;
}

const onOneLine = (text: string): string => text.replace(LINE_END, ' ');

function textOf(output: Output): string {
  const { output_type, name, text, traceback, ename, evalue, data } = output;
  if (output_type === 'stream') return `${name === 'stderr' ? '[stderr]\n' : ''}${trimEnd(String(text))}`;
  if (output_type === 'error') return String(traceback ?? '') || `${String(ename)}: ${String(evalue)}`;
  if (!isRecord(data)) return JSON.stringify(output);
  return Object.values(data)
    .map((form) => trimEnd(typeof form === 'string' ? form : JSON.stringify(form)))
    .filter((form) => form !== '' && !SAYS_NOTHING.test(form))
    .join('\n');
}

/** Markup whose text is told beside it. */
const SAYS_NOTHING = /^\[[\d,]+ characters? of HTML, shown in the notebook\]$/;

const trimEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);
