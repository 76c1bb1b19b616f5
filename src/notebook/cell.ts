export type CellKind = 'code' | 'markdown';

/** An nbformat output, as the notebook holds it: stream, execute_result, display_data or error. */
export interface Output {
  output_type: string;
  [key: string]: unknown;
}

/** A cell as read from the live notebook. Keys follow nbformat, because agents see them. */
export interface Cell {
  cell_type: CellKind;
  id: string;
  /** Lines that keep their line ends, as nbformat has it; an empty cell is an empty list. */
  source: string[];
  /** Changes exactly when the cell's text or kind changes: see revision.ts. */
  revision: string;
  /** Only where the page does not give the source as it was written: it is as rendered, or some of it is missing. */
  source_is?: 'rendered' | 'part';
  /** Code cells only: null before the first run. */
  execution_count?: number | null;
  /** Code cells only, and only when asked for. */
  outputs?: Output[];
  /** Code cells only, and only when asked for: an error is among the outputs. */
  failed?: boolean;
}

/** nbformat's way of writing a multi-line text: every line keeps its line end. */
export function toLines(text: string): string[] {
  return text === '' ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

/** Monaco and nbformat know one line end; mixed ones would never read back as they were written. */
export function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

export function fromLines(lines: string | readonly string[]): string {
  return typeof lines === 'string' ? lines : lines.join('');
}
