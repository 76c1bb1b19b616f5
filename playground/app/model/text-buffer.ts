import { Emitter } from './emitter.ts';

interface TextEvents {
  /** `origin` lets an editor tell its own typing from a change made elsewhere. */
  change: { origin: unknown };
}

/** The source of a cell, alive whether or not an editor shows it. */
export class TextBuffer {
  readonly events = new Emitter<TextEvents>();
  /** Of a notebook that cannot be changed. */
  isLocked = false;
  #value: string;
  #version = 1;

  constructor(value = '') {
    this.#value = value;
  }

  get value(): string {
    return this.#value;
  }

  get version(): number {
    return this.#version;
  }

  set(value: string, origin: unknown = null): void {
    if (value === this.#value || this.isLocked) return;
    this.#value = value;
    this.#version += 1;
    this.events.emit('change', { origin });
  }
}

/** nbformat stores text as lines that keep their line end. */
export function toLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
