import { appendFileSync } from 'node:fs';
import { countOf } from '../../../src/outputs/bound-text.ts';
import type { Outcome, ToolCall } from './planner.ts';
import { summaryOf } from './result-summary.ts';
import { withoutLinkTokens } from './secrets.ts';
import { visibleText } from './visible-text.ts';

const LONGEST_LINE = 100;
const LONGEST_VALUE = 60;
const MOST_LINES = 8;

export interface TranscriptOptions {
  write: (text: string) => void;
  /** Where it is kept as lines of JSON; nowhere when left out. */
  file?: string;
  /** Takes out what must not be said. */
  hide?: (text: string) => string;
}

/** Tells on the terminal what the agent thinks, calls and gets back; a file has the whole of it. */
export class Transcript {
  readonly #write: (text: string) => void;
  readonly #hide: (text: string) => string;
  #file: string | undefined;

  constructor({ write, file, hide = (text) => text }: TranscriptOptions) {
    this.#write = write;
    this.#file = file;
    this.#hide = hide;
  }

  begin(about: Record<string, unknown>): void {
    this.#keep('begin', about);
  }

  /** What the model, or the script, says. */
  said(text: string): void {
    if (text.trim() === '') return;
    this.#keep('say', { text });
    this.#show(`\n${visibleText(text.trim())}`);
  }

  called({ id, name, args }: ToolCall): void {
    this.#keep('call', { id, name, arguments: args });
    const shown = Object.entries(args).map(([key, value]) => `${key}: ${shortValue(value)}`);
    this.#show(visibleText(`  → ${name}(${shown.join(', ')})`));
  }

  /** Who allowed it. */
  allowed({ id }: ToolCall, by: 'rule' | 'user'): void {
    this.#keep('allowed', { id, by });
  }

  progress(message: string): void {
    this.#show(`  · ${visibleText(message)}`);
  }

  got(outcome: Outcome): void {
    const { call, isError, text, pictures } = outcome;
    const sizes = pictures.map(({ mimeType, base64 }) => ({
      mimeType,
      bytes: Math.floor(base64.length * 0.75),
    }));
    this.#keep('result', { id: call.id, isError, text, ...(sizes.length > 0 ? { pictures: sizes } : {}) });
    const { line, details } = summaryOf(outcome);
    this.#show(`  ← ${cut(visibleText(line), 2 * LONGEST_LINE)}`);
    const lines = visibleText(details).trimEnd().split('\n');
    if (details.trim() === '') return;
    for (const one of lines.slice(0, MOST_LINES)) this.#show(`    │ ${cut(one, LONGEST_LINE)}`);
    if (lines.length > MOST_LINES) this.#show(`    │ … ${countOf(lines.length - MOST_LINES, 'more line')}`);
  }

  /** What happened beside the work: waits, retries, what was left out. */
  noted(text: string): void {
    this.#keep('note', { text });
    this.#show(`  ! ${visibleText(text)}`);
  }

  end(facts: Record<string, unknown>, words: string): void {
    this.#keep('end', { ...facts, text: words });
    this.#show(`\n${visibleText(words)}`);
  }

  #show(line: string): void {
    this.#write(`${this.#hide(line)}\n`);
  }

  #keep(kind: string, facts: Record<string, unknown>): void {
    if (this.#file === undefined) return;
    const line = JSON.stringify({ at: new Date().toISOString(), kind, ...facts });
    try {
      appendFileSync(this.#file, `${withoutLinkTokens(this.#hide(line))}\n`, { mode: 0o600 });
    } catch (error) {
      this.#file = undefined;
      this.noted(`The transcript cannot be written any more, so its file ends here: ${String(error)}`);
    }
  }
}

/** The first line of a text stands for all of it. */
function shortValue(value: unknown): string {
  if (typeof value !== 'string') return cut(JSON.stringify(value) ?? 'null', LONGEST_LINE);
  const [first = '', ...rest] = value.split('\n');
  const more = rest.length > 0 ? ` + ${countOf(rest.length, 'line')}` : '';
  return `${JSON.stringify(cut(first, LONGEST_VALUE))}${more}`;
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
