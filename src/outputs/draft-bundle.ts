import { toLines } from '../notebook/cell.ts';
import { stripAnsi } from './ansi.ts';
import { cleanBase64, hideDataAddresses, isBase64, kilobytes, textToBase64 } from './base64.ts';
import { inWords } from './bound-text.ts';
import type { Draft } from './draft.ts';
import { readText } from './draft.ts';
import { htmlToText } from './html-text.ts';
import { isJsonType, MAX_OTHER_CHARS, shapeJson } from './json-value.ts';
import { SVG } from './picture.ts';

type Bundle = Record<string, unknown>;

/** Of several forms of one picture the first of these is sent. */
const PREFERRED_PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', SVG];

/** Shorter than this, data in base64 may as well be a word. */
const LEAST_BASE64 = 64;

/** The forms in which one thing is displayed: text for the agent, pictures for its eyes, words about the rest. */
export function draftBundle(bundle: Bundle, draft: Draft): Bundle {
  const shaped: Bundle = {};
  const pictures = Object.keys(bundle).filter((type) => type.startsWith('image/'));
  const picture = PREFERRED_PICTURES.find((type) => pictures.includes(type)) ?? pictures[0];
  for (const [type, value] of Object.entries(bundle)) {
    const text = readText(value);
    // Holds the entry's place: texts and pictures come later, in any order.
    shaped[type] = null;
    if (isJsonType(type)) draftJson(value, type, shaped, draft);
    else if (text === null) shaped[type] = shapeJson(value, MAX_OTHER_CHARS);
    else if (pictures.includes(type)) {
      if (type === picture) draftPicture(text, type, shaped, draft);
      else shaped[type] = `[the same picture as ${picture}]`;
    } else if (type === 'text/html') draftHtml(text, bundle, shaped, draft);
    else if (type.endsWith('javascript')) {
      shaped[type] = `[${inWords(text.length)} characters of JavaScript, run in the notebook]`;
    } else if (isBinary(type, text)) {
      shaped[type] = `[${kilobytes(text.length)} of ${type}, shown in the notebook]`;
    } else draftText(text, type, shaped, draft);
  }
  return shaped;
}

function draftText(text: string, type: string, shaped: Bundle, draft: Draft, heading = ''): void {
  draft.texts.push({
    text: hideDataAddresses(stripAnsi(text)),
    place: (shown) => {
      shaped[type] = toLines(heading + shown);
    },
  });
}

function draftJson(value: unknown, type: string, shaped: Bundle, draft: Draft): void {
  const small = shapeJson(value);
  draft.texts.push({
    text: JSON.stringify(small),
    isAllOrNothing: true,
    place: (_shown, isWhole) => {
      shaped[type] = isWhole ? small : shapeJson(value, 0);
    },
  });
}

/** Tables and their like are told as text when nothing else tells them; the markup stays in the notebook. */
function draftHtml(html: string, bundle: Bundle, shaped: Bundle, draft: Draft): void {
  const size = `${inWords(html.length)} characters of HTML, shown in the notebook`;
  const text = saysWhatItIs(bundle['text/plain']) ? '' : htmlToText(html);
  if (text === '') shaped['text/html'] = `[${size}]`;
  else draftText(text, 'text/html', shaped, draft, `[text of ${size}]\n`);
}

/** `<IPython.core.display.HTML object>` and `<…Styler at 0x7f…>` say nothing. */
function saysWhatItIs(plain: unknown): boolean {
  const text = readText(plain)?.trim() ?? '';
  return text !== '' && !/^<[^\n]{0,300}>$/.test(text);
}

function draftPicture(text: string, type: string, shaped: Bundle, draft: Draft): void {
  const place = (sentence: string) => {
    shaped[type] = sentence;
  };
  if (type !== SVG) {
    draft.pictures.push({ mimeType: type, base64: cleanBase64(text), place });
    return;
  }
  draft.pictures.push({
    mimeType: SVG,
    base64: textToBase64(text),
    place,
    showAsText: () => draftText(text, type, shaped, draft),
  });
}

function isBinary(type: string, text: string): boolean {
  if (type.startsWith('text/') || text.length < LEAST_BASE64) return false;
  // Words without a comma would pass for base64 once the spaces between them are gone.
  return !text.includes(' ') && isBase64(cleanBase64(text));
}
