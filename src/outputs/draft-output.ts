import type { Output } from '../notebook/cell.ts';
import { toLines } from '../notebook/cell.ts';
import { stripAnsi } from './ansi.ts';
import { hideDataAddresses } from './base64.ts';
import type { Draft } from './draft.ts';
import { isRecord, readText } from './draft.ts';
import { draftBundle } from './draft-bundle.ts';
import { MAX_OTHER_CHARS, shapeJson } from './json-value.ts';
import { resolveOverwrites } from './overwrites.ts';
import { userFramesFirst } from './traceback.ts';

/** Reads one output, whatever is in it. */
export function draftOutput(output: Output): Draft {
  const draft: Draft = { shaped: { output_type: 'unreadable' }, texts: [], pictures: [] };
  for (const [key, value] of Object.entries(isRecord(output) ? output : {})) {
    // Holds the entry's place, so that the keys keep their order.
    draft.shaped[key] = null;
    const text = readText(value, key === 'traceback' ? '\n' : '');
    if (key === 'data' && isRecord(value)) draft.shaped.data = draftBundle(value, draft);
    else if (text === null || !TEXTS.has(key)) draft.shaped[key] = shapeJson(value, MAX_OTHER_CHARS);
    else {
      const { head, tail, skipped } = endsOf(text);
      const start = clean(key, head);
      draft.texts.push({
        text: start + clean(key, tail),
        skipped: skipped > 0 ? { at: start.length, chars: skipped } : null,
        place: (shown) => {
          draft.shaped[key] = inTheFormOf(key, shown);
        },
      });
    }
  }
  if (typeof draft.shaped.output_type !== 'string') draft.shaped.output_type = 'unreadable';
  return draft;
}

/** Cleaning takes time on the page's own thread, so the middle of a text that is far too long is not even looked at. */
const MOST_CLEANED = 1_000_000;

function endsOf(text: string): { head: string; tail: string; skipped: number } {
  if (text.length <= MOST_CLEANED) return { head: text, tail: '', skipped: 0 };
  const half = MOST_CLEANED / 2;
  return { head: text.slice(0, half), tail: text.slice(-half), skipped: text.length - MOST_CLEANED };
}

const TEXTS = new Set(['text', 'evalue', 'traceback']);

function clean(key: string, text: string): string {
  if (key === 'text') return hideDataAddresses(resolveOverwrites(text));
  const plain = hideDataAddresses(stripAnsi(text));
  return key === 'traceback' ? userFramesFirst(plain.split('\n')).join('\n') : plain;
}

function inTheFormOf(key: string, shown: string): string | string[] {
  if (key === 'evalue') return shown;
  if (shown === '') return [];
  return key === 'traceback' ? shown.split('\n') : toLines(shown);
}
