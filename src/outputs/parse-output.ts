import type { Output } from '../notebook/cell.ts';
import { toLines } from '../notebook/cell.ts';
import { isRecord } from '../wire/json.ts';
import { cleanBase64, hideDataAddresses, isBase64, kilobytes } from './base64.ts';
import { countOf, inWords } from './bound-text.ts';
import type { FoundChart } from './charts/chart-in-bundle.ts';
import { chartInBundle } from './charts/chart-in-bundle.ts';
import { htmlToText } from './html-to-text.ts';
import { SVG } from './picture.ts';
import { isJsonType, MAX_OTHER_CHARS, shapeJson } from './shape-json.ts';
import type { TableText } from './table-text.ts';
import { tableText } from './table-text.ts';
import { resolveOverwrites, stripAnsi } from './terminal-text.ts';
import { userFramesFirst } from './traceback.ts';

/** A text of an output that waits for its share of the budget. */
export interface TextSlot {
  text: string;
  /** Characters that were left out already, and where: far more than can be shown. */
  skipped?: { at: number; chars: number; note?: string } | null;
  /** Half of a JSON value is no JSON: such a text is shown whole or described. */
  isAllOrNothing?: boolean;
  /** Puts the text, or as much of it as may be shown, where it belongs. */
  place: (shown: string, isWhole: boolean) => void;
}

/** A picture of an output that waits for a place among the pictures of the result. */
export interface PictureSlot {
  mimeType: string;
  base64: string;
  /** Puts a sentence where the picture was. */
  place: (sentence: string) => void;
}

/** An output on its way to the agent: small values are in place, texts and pictures wait for room. */
export interface ParsedOutput {
  shaped: Output;
  texts: TextSlot[];
  pictures: PictureSlot[];
  /** Texts as nbformat writes them, a list of lines; as one string otherwise, which says the same in less. */
  asLines: boolean;
}

type MimeBundle = Record<string, unknown>;

const TEXTS = new Set(['text', 'evalue', 'traceback']);

/** Of several forms of one picture the first of these is sent. */
const PREFERRED_PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', SVG];

/** Shorter than this, data in base64 may as well be a word. */
const LEAST_BASE64 = 64;

/** Cleaning takes time on the page's own thread, so the middle of a text that is far too long is not even looked at. */
const MOST_CLEANED = 1_000_000;

/** Outputs and bundles have a handful of entries; thousands, or endless names, would fill a result by themselves. */
const MOST_ENTRIES = 20;
const LONGEST_NAME = 200;

/** Reads one output, whatever is in it. */
export function parseOutput(output: Output, asLines = false): ParsedOutput {
  const parsed: ParsedOutput = { shaped: { output_type: 'unreadable' }, texts: [], pictures: [], asLines };
  const { shaped } = parsed;
  for (const [key, value] of entriesOf(isRecord(output) ? output : {})) {
    if (!asLines && isForm(key, value)) continue;
    // Holds the entry's place, so that the keys keep their order.
    shaped[key] = null;
    const text = readText(value, key === 'traceback' ? '\n' : '');
    if (key === 'data' && isRecord(value)) shaped.data = parseMimeBundle(value, parsed);
    else if (text === null || !TEXTS.has(key)) shaped[key] = shapeJson(value, MAX_OTHER_CHARS);
    else {
      parsed.texts.push({
        ...cleanEnds(text, (part) => clean(key, part)),
        place: (shown) => {
          if (key === 'evalue' || !asLines) shaped[key] = shown;
          else if (key === 'traceback') shaped[key] = shown === '' ? [] : shown.split('\n');
          else shaped[key] = toLines(shown);
        },
      });
    }
  }
  if (typeof shaped.output_type !== 'string') shaped.output_type = 'unreadable';
  return parsed;
}

/** What nbformat wants of every output, and an agent pays for: what the run says already, and what is empty. */
function isForm(key: string, value: unknown): boolean {
  if (key === 'metadata') return isRecord(value) && Object.keys(value).length === 0;
  return key === 'execution_count';
}

/** Those that can be shown, and how many cannot. */
function entriesOf(record: Record<string, unknown>): Array<[string, unknown]> {
  const all = Object.entries(record);
  // The last name would not be set but change what the object is.
  const named = all.filter(([name]) => name.length <= LONGEST_NAME && name !== '__proto__');
  const shown = named.slice(0, MOST_ENTRIES);
  const leftOut = all.length - shown.length;
  return leftOut > 0 ? [...shown, ['…', { entriesLeftOut: leftOut }]] : shown;
}

function cleanEnds(text: string, clean: (part: string) => string): Pick<TextSlot, 'text' | 'skipped'> {
  const skipped = text.length - MOST_CLEANED;
  if (skipped <= 0) return { text: clean(text) };
  const head = clean(text.slice(0, MOST_CLEANED / 2));
  const tail = clean(text.slice(-MOST_CLEANED / 2));
  return { text: head + tail, skipped: { at: head.length, chars: skipped } };
}

const cleanText = (text: string): string => hideDataAddresses(stripAnsi(text));

function clean(key: string, text: string): string {
  if (key === 'text') return hideDataAddresses(resolveOverwrites(text));
  const plain = cleanText(text);
  return key === 'traceback' ? userFramesFirst(plain.split('\n')).join('\n') : plain;
}

/** The forms in which one thing is displayed: text for the agent, pictures for its eyes, words about the rest. */
function parseMimeBundle(bundle: MimeBundle, parsed: ParsedOutput): MimeBundle {
  const shaped: MimeBundle = {};
  const entries = entriesOf(bundle);
  const pictures = entries.map(([type]) => type).filter((type) => type.startsWith('image/'));
  const picture = PREFERRED_PICTURES.find((type) => pictures.includes(type)) ?? pictures[0];
  const chart = chartInBundle(Object.fromEntries(entries));
  const html = readText(bundle['text/html']);
  const table = html === null || chart ? null : tableText(html);
  for (const [type, value] of entries) {
    const text = readText(value);
    // The picture says more than `<Figure size 640x480 with 1 Axes>`.
    if (!parsed.asLines && type === 'text/plain' && picture && !saysWhatItIs(value)) continue;
    // Holds the entry's place: texts and pictures come later, in any order.
    shaped[type] = null;
    if (chart && isFormOf(chart, type, text)) addChart(chart, type, text, shaped, parsed);
    else if (WORDS_ABOUT.has(type)) shaped[type] = WORDS_ABOUT.get(type);
    else if (isJsonType(type)) addJson(value, type, shaped, parsed);
    else if (text === null) shaped[type] = shapeJson(value, MAX_OTHER_CHARS);
    else if (pictures.includes(type)) {
      if (type === picture) addPicture(text, type, shaped, parsed);
      else shaped[type] = `[the same picture as ${picture}]`;
    } else if (type === 'text/html') addHtml(text, bundle, shaped, parsed);
    else if (type.endsWith('javascript')) {
      shaped[type] = `[${countOf(text.length, 'character')} of JavaScript, run in the notebook]`;
    } else if (isBinary(type, text)) {
      shaped[type] = `[${kilobytes(text.length)} of ${type}, shown in the notebook]`;
    } else if (table && type === 'text/plain') addTable(table, type, shaped, parsed);
    else addText(text, type, shaped, parsed);
  }
  return shaped;
}

/** What nobody can read here, and what to do about it. */
const WORDS_ABOUT = new Map([
  [
    'application/vnd.jupyter.widget-view+json',
    '[a widget: text/plain is how it was at first; view_output asks the kernel for its value. Print what has to be followed, e.g. with `from tqdm import tqdm`]',
  ],
  ['application/vnd.bokehjs_load.v0+json', '[BokehJS, loaded in the notebook]'],
  ['application/vnd.bokehjs_exec.v0+json', '[a Bokeh chart, drawn in the notebook]'],
]);

/** Longer than this, the plain text of a chart is its data once more, or advice for people. */
const LONGEST_PLAIN = 100;

function isFormOf(chart: FoundChart, type: string, text: string | null): boolean {
  if (type === 'text/plain') return (text?.length ?? 0) > LONGEST_PLAIN;
  return type === chart.type || type === 'text/html' || isJsonType(type) || type.endsWith('javascript');
}

/** A chart is told in words, once; its other forms only say so. */
function addChart(
  { type: foundIn, words }: FoundChart,
  type: string,
  text: string | null,
  shaped: MimeBundle,
  parsed: ParsedOutput,
): void {
  if (type !== foundIn) {
    const start = type === 'text/plain' ? `${text?.trim().split('\n', 1)[0]?.slice(0, 60)} … ` : '';
    shaped[type] = `${start}[the chart of ${foundIn}]`;
    return;
  }
  parsed.texts.push({
    text: `[${words}]`,
    place: (shown) => {
      shaped[type] = shown;
    },
  });
}

function addText(text: string, type: string, shaped: MimeBundle, parsed: ParsedOutput, heading = ''): void {
  parsed.texts.push({
    ...cleanEnds(text, cleanText),
    place: (shown) => {
      shaped[type] = parsed.asLines ? toLines(heading + shown) : heading + shown;
    },
  });
}

/** Its plain text is padded, and leaves out columns that have no room on a screen. */
function addTable(
  { head, tail, left }: TableText,
  type: string,
  shaped: MimeBundle,
  parsed: ParsedOutput,
): void {
  const [first, last] = [cleanText(head), cleanText(tail)];
  const note = left && `[… ${countOf(left.rows, 'row')} left out …]\n`;
  parsed.texts.push({
    text: first + last,
    ...(left && note ? { skipped: { at: first.length, chars: left.chars, note } } : {}),
    place: (shown) => {
      shaped[type] = parsed.asLines ? toLines(shown) : shown;
    },
  });
}

function addJson(value: unknown, type: string, shaped: MimeBundle, parsed: ParsedOutput): void {
  const small = shapeJson(value);
  // A value of megabytes is described once, however often its place is tried.
  let sentence: unknown = null;
  parsed.texts.push({
    text: JSON.stringify(small),
    isAllOrNothing: true,
    place: (_shown, isWhole) => {
      if (!isWhole) sentence ??= shapeJson(value, 0);
      shaped[type] = isWhole ? small : sentence;
    },
  });
}

/** Tables and their like are told as text when nothing else tells them; the markup stays in the notebook. */
function addHtml(html: string, bundle: MimeBundle, shaped: MimeBundle, parsed: ParsedOutput): void {
  const size = `${countOf(html.length, 'character')} of HTML, shown in the notebook`;
  const { text, read } = htmlToText(saysWhatItIs(bundle['text/plain']) ? '' : html);
  const part = read < html.length ? `the first ${inWords(read)} of ` : '';
  if (text === '' && !parsed.asLines && saysWhatItIs(bundle['text/plain'])) delete shaped['text/html'];
  else if (text === '') shaped['text/html'] = `[${size}]`;
  else addText(text, 'text/html', shaped, parsed, `[text of ${part}${size}]\n`);
}

/** `<IPython.core.display.HTML object>` and `<…Styler at 0x7f…>` say nothing. */
function saysWhatItIs(plain: unknown): boolean {
  const text = readText(plain)?.trim() ?? '';
  return text !== '' && !/^<[^\n]{0,300}>$/.test(text);
}

/**
 * An SVG is told as its source: a kilobyte of it can take gigabytes to draw, and there is no place to draw it where
 * the tab would not die of that.
 */
function addPicture(text: string, type: string, shaped: MimeBundle, parsed: ParsedOutput): void {
  if (type === SVG) {
    const heading = `[${countOf(text.length, 'character')} of SVG, drawn in the notebook]\n`;
    addText(text, type, shaped, parsed, heading);
    return;
  }
  const place = (sentence: string) => {
    shaped[type] = sentence;
  };
  parsed.pictures.push({ mimeType: type, base64: cleanBase64(text), place });
}

function isBinary(type: string, text: string): boolean {
  if (type.startsWith('text/') || text.length < LEAST_BASE64) return false;
  // Words without a comma would pass for base64 once the spaces between them are gone.
  return !text.includes(' ') && isBase64(cleanBase64(text));
}

/** nbformat's texts: a string, or lines; whatever else is among the lines is passed over. */
export function readText(value: unknown, separator = ''): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const lines = value.filter((line) => typeof line === 'string');
  return lines.length > 0 || value.length === 0 ? lines.join(separator) : null;
}
