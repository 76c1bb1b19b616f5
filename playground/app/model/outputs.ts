import type { KernelOutput, MimeBundle } from '../../kernel/kernel.ts';
import { Emitter } from './emitter.ts';
import { isRecord } from './is-record.ts';
import { toLines } from './text-buffer.ts';

export class StreamOutput {
  readonly type = 'stream';
  readonly name: 'stdout' | 'stderr';
  #chunks: string[] = [];

  constructor(name: 'stdout' | 'stderr') {
    this.name = name;
  }

  append(text: string): void {
    this.#chunks.push(text);
  }

  /** The last characters, without joining everything that came before them. */
  tail(length: number): { text: string; whole: boolean } {
    const parts: string[] = [];
    let size = 0;
    let at = this.#chunks.length;
    while (at > 0 && size < length) {
      const chunk = this.#chunks[--at] ?? '';
      parts.unshift(chunk);
      size += chunk.length;
    }
    const whole = at === 0 && size <= length;
    return { text: whole ? parts.join('') : parts.join('').slice(-length), whole };
  }

  /** As they came. */
  get pieces(): readonly string[] {
    return this.#chunks;
  }

  get text(): string {
    if (this.#chunks.length > 1) this.#chunks = [this.#chunks.join('')];
    return this.#chunks[0] ?? '';
  }
}

export interface RichOutput {
  type: 'display_data' | 'execute_result';
  data: MimeBundle;
  metadata: Record<string, unknown>;
  executionCount: number | null;
  displayId: string | null;
}

export interface ErrorOutput {
  type: 'error';
  ename: string;
  evalue: string;
  traceback: string[];
}

export type OutputItem = StreamOutput | RichOutput | ErrorOutput;

interface OutputEvents {
  /** What a view must redraw: one item, or everything. */
  change: { item: OutputItem } | { item: null };
}

/** The outputs of one code cell, as they grow. */
export class OutputList {
  readonly events = new Emitter<OutputEvents>();
  #items: OutputItem[] = [];
  #clearBeforeNext = false;

  get items(): readonly OutputItem[] {
    return this.#items;
  }

  clear(): void {
    this.#clearBeforeNext = false;
    if (this.#items.length === 0) return;
    this.#items = [];
    this.events.emit('change', { item: null });
  }

  restore(items: readonly OutputItem[]): void {
    this.#items = [...items];
    this.events.emit('change', { item: null });
  }

  add(output: KernelOutput): void {
    if (output.type === 'clear_output') {
      if (output.wait) this.#clearBeforeNext = true;
      else this.clear();
      return;
    }
    if (this.#clearBeforeNext) this.clear();
    if (output.type === 'stream') this.#addStream(output.name, output.text);
    else if (output.type === 'update_display_data') this.#updateDisplay(output);
    else this.#push(toItem(output));
  }

  #addStream(name: 'stdout' | 'stderr', text: string): void {
    const last = this.#items.at(-1);
    const stream = last?.type === 'stream' && last.name === name ? last : new StreamOutput(name);
    stream.append(text);
    if (stream === last) this.events.emit('change', { item: stream });
    else this.#push(stream);
  }

  #updateDisplay(output: {
    data: MimeBundle;
    metadata: Record<string, unknown>;
    displayId: string | null;
  }): void {
    for (const item of this.#items) {
      if (item.type !== 'display_data' || item.displayId !== output.displayId) continue;
      item.data = output.data;
      item.metadata = output.metadata;
      this.events.emit('change', { item });
    }
  }

  #push(item: OutputItem): void {
    this.#items.push(item);
    this.events.emit('change', { item });
  }
}

type NewItem = Exclude<KernelOutput, { type: 'stream' | 'clear_output' | 'update_display_data' }>;

function toItem(output: NewItem): RichOutput | ErrorOutput {
  if (output.type === 'error') {
    return { type: 'error', ename: output.ename, evalue: output.evalue, traceback: output.traceback };
  }
  const { data, metadata } = output;
  return output.type === 'execute_result'
    ? { type: 'execute_result', data, metadata, executionCount: output.executionCount, displayId: null }
    : { type: 'display_data', data, metadata, executionCount: null, displayId: output.displayId };
}

/** One output in nbformat. */
export function outputToJson(item: OutputItem): Record<string, unknown> {
  if (item.type === 'stream') return { output_type: 'stream', name: item.name, text: toLines(item.text) };
  if (item.type === 'error') {
    return {
      output_type: 'error',
      ename: item.ename,
      evalue: item.evalue,
      traceback: [...item.traceback],
    };
  }
  const data = Object.fromEntries(
    Object.entries(item.data).map(([mime, value]) => [mime, mimeToJson(mime, value)]),
  );
  return {
    output_type: item.type,
    data,
    metadata: item.metadata,
    ...(item.type === 'execute_result' ? { execution_count: item.executionCount } : {}),
  };
}

/** Null for what is no output. */
export function outputFromJson(json: unknown): OutputItem | null {
  if (!isRecord(json)) return null;
  const { output_type: type, data, metadata, execution_count: count } = json;
  if (type === 'stream') {
    const stream = new StreamOutput(json.name === 'stderr' ? 'stderr' : 'stdout');
    stream.append(textOf(json.text));
    return stream;
  }
  if (type === 'error') {
    const traceback = Array.isArray(json.traceback) ? json.traceback.map(String) : [];
    return { type, ename: String(json.ename), evalue: String(json.evalue), traceback };
  }
  if ((type !== 'display_data' && type !== 'execute_result') || !isRecord(data)) return null;
  return {
    type,
    data: Object.fromEntries(
      Object.entries(data).map(([mime, value]) => [mime, Array.isArray(value) ? textOf(value) : value]),
    ),
    metadata: isRecord(metadata) ? metadata : {},
    executionCount: typeof count === 'number' ? count : null,
    displayId: null,
  };
}

function textOf(lines: unknown): string {
  return Array.isArray(lines) ? lines.join('') : String(lines ?? '');
}

function mimeToJson(mime: string, value: unknown): unknown {
  const isText = mime.startsWith('text/') || mime === 'image/svg+xml' || mime === 'application/javascript';
  return isText && typeof value === 'string' ? toLines(value) : value;
}
