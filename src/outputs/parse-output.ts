import type { Output } from '../notebook/cell.ts';
import { toLines } from '../notebook/cell.ts';
import { isRecord } from '../wire/json.ts';
import { cleanBase64, hideDataAddresses, isBase64, kilobytes, textToBase64 } from './base64.ts';
import { inWords } from './bound-text.ts';
import { htmlToText } from './html-to-text.ts';
import { SVG } from './picture.ts';
import { isJsonType, MAX_OTHER_CHARS, shapeJson } from './shape-json.ts';
import { resolveOverwrites, stripAnsi } from './terminal-text.ts';
import { userFramesFirst } from './traceback.ts';

/** A text of an output that waits for its share of the budget. */
export interface TextSlot {
  text: string;
  /** Characters that were left out already, and where: far more than can be shown. */
  skipped?: { at: number; chars: number } | null;
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
  /** Shows it as text, where that says something: an SVG's source. */
  showAsText?: () => void;
}

/** An output on its way to the agent: small values are in place, texts and pictures wait for room. */
export interface ParsedOutput {
  shaped: Output;
  texts: TextSlot[];
  pictures: PictureSlot[];
}

type MimeBundle = Record<string, unknown>;

const TEXTS = new Set(['text', 'evalue', 'traceback']);

/** Of several forms of one picture the first of these is sent. */
const PREFERRED_PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', SVG];

/** Encoding and drawing take time on the page's own thread too: beyond this, the source has to do. */
const LONGEST_SVG = 5_000_000;

/** Shorter than this, data in base64 may as well be a word. */
const LEAST_BASE64 = 64;

/** Cleaning takes time on the page's own thread, so the middle of a text that is far too long is not even looked at. */
const MOST_CLEANED = 1_000_000;

/** Outputs and bundles have a handful of entries; thousands, or endless names, would fill a result by themselves. */
const MOST_ENTRIES = 20;
const LONGEST_NAME = 200;

/** Reads one output, whatever is in it. */
export function parseOutput(output: Output): ParsedOutput {
  const parsed: ParsedOutput = { shaped: { output_type: 'unreadable' }, texts: [], pictures: [] };
  const { shaped } = parsed;
  for (const [key, value] of entriesOf(isRecord(output) ? output : {})) {
    // Holds the entry's place, so that the keys keep their order.
    shaped[key] = null;
    const text = readText(value, key === 'traceback' ? '\n' : '');
    if (key === 'data' && isRecord(value)) shaped.data = parseMimeBundle(value, parsed);
    else if (text === null || !TEXTS.has(key)) shaped[key] = shapeJson(value, MAX_OTHER_CHARS);
    else {
      parsed.texts.push({
        ...cleanEnds(text, (part) => clean(key, part)),
        place: (shown) => {
          shaped[key] = inTheFormOf(key, shown);
        },
      });
    }
  }
  if (typeof shaped.output_type !== 'string') shaped.output_type = 'unreadable';
  return parsed;
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

function inTheFormOf(key: string, shown: string): string | string[] {
  if (key === 'evalue') return shown;
  if (shown === '') return [];
  return key === 'traceback' ? shown.split('\n') : toLines(shown);
}

/** The forms in which one thing is displayed: text for the agent, pictures for its eyes, words about the rest. */
function parseMimeBundle(bundle: MimeBundle, parsed: ParsedOutput): MimeBundle {
  const shaped: MimeBundle = {};
  const entries = entriesOf(bundle);
  const pictures = entries.map(([type]) => type).filter((type) => type.startsWith('image/'));
  const picture = PREFERRED_PICTURES.find((type) => pictures.includes(type)) ?? pictures[0];
  for (const [type, value] of entries) {
    const text = readText(value);
    // Holds the entry's place: texts and pictures come later, in any order.
    shaped[type] = null;
    if (isJsonType(type)) addJson(value, type, shaped, parsed);
    else if (text === null) shaped[type] = shapeJson(value, MAX_OTHER_CHARS);
    else if (pictures.includes(type)) {
      if (type === picture) addPicture(text, type, shaped, parsed);
      else shaped[type] = `[the same picture as ${picture}]`;
    } else if (type === 'text/html') addHtml(text, bundle, shaped, parsed);
    else if (type.endsWith('javascript')) {
      shaped[type] = `[${inWords(text.length)} characters of JavaScript, run in the notebook]`;
    } else if (isBinary(type, text)) {
      shaped[type] = `[${kilobytes(text.length)} of ${type}, shown in the notebook]`;
    } else addText(text, type, shaped, parsed);
  }
  return shaped;
}

function addText(text: string, type: string, shaped: MimeBundle, parsed: ParsedOutput, heading = ''): void {
  parsed.texts.push({
    ...cleanEnds(text, cleanText),
    place: (shown) => {
      shaped[type] = toLines(heading + shown);
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
  const size = `${inWords(html.length)} characters of HTML, shown in the notebook`;
  const { text, read } = htmlToText(saysWhatItIs(bundle['text/plain']) ? '' : html);
  const part = read < html.length ? `the first ${inWords(read)} of ` : '';
  if (text === '') shaped['text/html'] = `[${size}]`;
  else addText(text, 'text/html', shaped, parsed, `[text of ${part}${size}]\n`);
}

/** `<IPython.core.display.HTML object>` and `<…Styler at 0x7f…>` say nothing. */
function saysWhatItIs(plain: unknown): boolean {
  const text = readText(plain)?.trim() ?? '';
  return text !== '' && !/^<[^\n]{0,300}>$/.test(text);
}

function addPicture(text: string, type: string, shaped: MimeBundle, parsed: ParsedOutput): void {
  const place = (sentence: string) => {
    shaped[type] = sentence;
  };
  const showAsText = () => addText(text, type, shaped, parsed);
  if (type !== SVG) parsed.pictures.push({ mimeType: type, base64: cleanBase64(text), place });
  else if (text.length > LONGEST_SVG) showAsText();
  else parsed.pictures.push({ mimeType: SVG, base64: textToBase64(text), place, showAsText });
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
