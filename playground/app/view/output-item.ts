import type { OutputItem, RichOutput } from '../model/outputs.ts';
import { ansiToNodes, applyCarriageReturns } from './ansi.ts';
import { el } from './dom.ts';
import { renderMarkdown } from './markdown.ts';
import { makeOutputFrame } from './output-frame.ts';

/** The model keeps everything; the page shows the end of it, so that a flood cannot freeze it. */
const MAX_CHARACTERS = 100_000;
const MAX_LINES = 2000;

/** Richest first: what is drawn of a bundle with several representations. */
const PREFERRED = [
  'text/html',
  'application/javascript',
  'image/svg+xml',
  'image/png',
  'image/jpeg',
  'text/markdown',
  'text/latex',
  'application/json',
  'text/plain',
];

export function drawOutput(item: OutputItem, number: number): HTMLElement {
  const id = `output-id-${number}`;
  if (item.type === 'stream') {
    const kind = item.name === 'stderr' ? 'stream output_stderr' : 'stream';
    return el('div', { class: `${kind} ${id} output_text` }, pre(boundedTail(item.tail(MAX_CHARACTERS))));
  }
  if (item.type === 'error') {
    return el('div', { class: `error ${id} output-error` }, pre(item.traceback.join('\n')));
  }
  return drawRich(item, `${item.type} ${id}`);
}

function drawRich(item: RichOutput, classes: string): HTMLElement {
  const mime = PREFERRED.find((candidate) => candidate in item.data) ?? Object.keys(item.data)[0] ?? '';
  const value = item.data[mime];
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  switch (mime) {
    case 'text/html':
    case 'application/javascript':
      return makeOutputFrame(mime, text, classes);
    case 'image/png':
    case 'image/jpeg':
      return image(`data:${mime};base64,${text.trim()}`, classes, item.metadata[mime]);
    case 'image/svg+xml':
      return image(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`, classes, undefined);
    case 'text/markdown':
      return el('div', { class: `${classes} markdown` }, renderMarkdown(text));
    default:
      return el('div', { class: `${classes} output_text` }, pre(boundedTail(tailOf(text))));
  }
}

function image(source: string, classes: string, size: unknown): HTMLElement {
  const picture = el('img', { attrs: { src: source, alt: 'Output image' } });
  if (typeof size === 'object' && size !== null) {
    if ('width' in size) picture.setAttribute('width', String(size.width));
    if ('height' in size) picture.setAttribute('height', String(size.height));
  }
  return el('div', { class: `${classes} output_image` }, picture);
}

function pre(text: string): HTMLElement {
  return el('pre', {}, ...ansiToNodes(applyCarriageReturns(text)));
}

function boundedTail({ text, whole }: { text: string; whole: boolean }): string {
  const lines = text.split('\n');
  if (whole && lines.length <= MAX_LINES) return text;
  const tail = lines.slice(-MAX_LINES);
  return `Streaming output truncated to the last ${tail.length} lines.\n${tail.join('\n')}`;
}

function tailOf(text: string): { text: string; whole: boolean } {
  return text.length > MAX_CHARACTERS
    ? { text: text.slice(-MAX_CHARACTERS), whole: false }
    : { text, whole: true };
}
