import type { OutputItem, RichOutput } from '../model/outputs.ts';
import { ansiToNodes, applyCarriageReturns } from './ansi.ts';
import { el } from './dom.ts';
import { renderMarkdown } from './markdown.ts';

/** What is drawn of an output: plain, so that it can be given to a frame. */
export type ShownOutput =
  | { kind: 'text' | 'markdown'; classes: string; text: string }
  | { kind: 'html' | 'script'; classes: string; text: string }
  | { kind: 'image'; classes: string; address: string; size: { width?: string; height?: string } };

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

export function toShown(item: OutputItem, number: number): ShownOutput {
  const id = `output-id-${number}`;
  if (item.type === 'stream') {
    const kind = item.name === 'stderr' ? 'stream output_stderr' : 'stream';
    const text = boundedTail(item.tail(MAX_CHARACTERS));
    return { kind: 'text', classes: `${kind} ${id} output_text`, text };
  }
  if (item.type === 'error') {
    return { kind: 'text', classes: `error ${id} output-error`, text: item.traceback.join('\n') };
  }
  return richToShown(item, `${item.type} ${id}`);
}

/** A cell with any such output shows all of its outputs in a frame. */
export function needsFrame({ kind }: ShownOutput): boolean {
  return kind === 'html' || kind === 'script' || kind === 'image';
}

/** What is not drawn here is HTML from the kernel, which only a frame may take in. */
export function drawShown(
  shown: ShownOutput,
  drawHtml: (shown: ShownOutput & { kind: 'html' | 'script' }) => HTMLElement,
): HTMLElement {
  switch (shown.kind) {
    case 'html':
    case 'script':
      return drawHtml({ ...shown, kind: shown.kind });
    case 'image':
      return el(
        'div',
        { class: `${shown.classes} output_image` },
        el('img', { attrs: { src: shown.address, alt: 'Output image', ...shown.size } }),
      );
    case 'markdown':
      return el('div', { class: `${shown.classes} markdown` }, renderMarkdown(shown.text));
    case 'text':
      return el('div', { class: shown.classes }, pre(shown.text));
  }
}

function richToShown(item: RichOutput, classes: string): ShownOutput {
  const mime = PREFERRED.find((candidate) => candidate in item.data) ?? Object.keys(item.data)[0] ?? '';
  const value = item.data[mime];
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  switch (mime) {
    case 'text/html':
      return { kind: 'html', classes, text };
    case 'application/javascript':
      return { kind: 'script', classes, text };
    case 'image/png':
    case 'image/jpeg':
      return image(`data:${mime};base64,${text.trim()}`, classes, item.metadata[mime]);
    case 'image/svg+xml':
      return image(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`, classes, undefined);
    case 'text/markdown':
    case 'text/latex':
      return { kind: 'markdown', classes, text };
    default:
      return { kind: 'text', classes: `${classes} output_text`, text: boundedTail(tailOf(text)) };
  }
}

function image(address: string, classes: string, size: unknown): ShownOutput {
  const given = typeof size === 'object' && size !== null ? size : {};
  return {
    kind: 'image',
    classes,
    address,
    size: {
      ...('width' in given ? { width: String(given.width) } : {}),
      ...('height' in given ? { height: String(given.height) } : {}),
    },
  };
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
