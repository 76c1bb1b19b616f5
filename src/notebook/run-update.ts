import type { Output } from './cell.ts';

/** How a run changed what its cell shows, in the order it happened. Applied one after the other they give the outputs. */
export type OutputPatch =
  /** Text was added to the stream at this place. */
  | { op: 'append'; index: number; text: string }
  /** A new output, or a changed one, stands at this place. */
  | { op: 'put'; index: number; output: Output }
  /** Only the first so many outputs are left: the code cleared its output. */
  | { op: 'cut'; length: number };

/** A run that waits until somebody has typed a line. */
export interface InputPrompt {
  prompt: string;
  isPassword: boolean;
}

/** The state that goes with it. */
export const WAITING_FOR_INPUT = 'waiting_for_input';

/** What a page tells of a run while it waits for its end. */
export type RunUpdate = { state: string; input?: InputPrompt } | { patches: OutputPatch[] };
