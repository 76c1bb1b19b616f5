import { Emitter } from './emitter.ts';
import { newCellId } from './ids.ts';
import { type ErrorOutput, OutputList, outputToJson } from './outputs.ts';
import { TextBuffer, toLines } from './text-buffer.ts';

export type CellKind = 'code' | 'text';
export type Phase = 'idle' | 'pending' | 'running';
export type CellMetadata = Record<string, unknown>;

/** Code of the cell waits for a line of text. */
export interface PendingInput {
  prompt: string;
  isPassword: boolean;
  give(text: string): void;
}

interface CodeCellEvents {
  phase: Phase;
  /** A run ended, well or badly, or was cancelled before it began. */
  completed: { error: ErrorOutput | null };
  'manual-execute': null;
  input: PendingInput | null;
  count: number | null;
}

export class CodeCell {
  readonly kind = 'code';
  readonly events = new Emitter<CodeCellEvents>();
  readonly outputs = new OutputList();
  readonly source: TextBuffer;
  readonly id: string;
  metadata: CellMetadata;
  lastError: ErrorOutput | null = null;
  /** True until the first run in this session: a loaded output is not this kernel's. */
  stale = true;
  codeHidden = false;
  outputHidden = false;
  #phase: Phase = 'idle';
  #executionCount: number | null = null;
  #input: PendingInput | null = null;

  constructor(source = '', id = newCellId(), metadata: CellMetadata = {}) {
    this.source = new TextBuffer(source);
    this.id = id;
    this.metadata = { id, ...metadata };
  }

  get phase(): Phase {
    return this.#phase;
  }

  set phase(phase: Phase) {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.events.emit('phase', phase);
  }

  get input(): PendingInput | null {
    return this.#input;
  }

  set input(input: PendingInput | null) {
    if (input === this.#input) return;
    this.#input = input;
    this.events.emit('input', input);
  }

  get executionCount(): number | null {
    return this.#executionCount;
  }

  set executionCount(count: number | null) {
    if (count === this.#executionCount) return;
    this.#executionCount = count;
    this.events.emit('count', count);
  }

  toJson(): Record<string, unknown> {
    return {
      cell_type: 'code',
      id: this.id,
      metadata: this.metadata,
      source: toLines(this.source.value),
      execution_count: this.executionCount,
      outputs: this.outputs.items.map(outputToJson),
    };
  }
}

export class TextCell {
  readonly kind = 'text';
  readonly source: TextBuffer;
  readonly id: string;
  metadata: CellMetadata;

  constructor(source = '', id = newCellId(), metadata: CellMetadata = {}) {
    this.source = new TextBuffer(source);
    this.id = id;
    this.metadata = { id, ...metadata };
  }

  toJson(): Record<string, unknown> {
    return {
      cell_type: 'markdown',
      id: this.id,
      metadata: this.metadata,
      source: toLines(this.source.value),
    };
  }
}

export type Cell = CodeCell | TextCell;

export function makeCell(kind: CellKind, source = ''): Cell {
  return kind === 'code' ? new CodeCell(source) : new TextCell(source);
}
