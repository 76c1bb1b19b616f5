import type { ShownOutput } from './shown-output.ts';

/** What a frame is given: all outputs with the first message, then one by one where they change. */
export type ToFrame =
  | { type: 'playground-show'; outputs: ShownOutput[]; theme: string }
  | { type: 'playground-put'; index: number; output: ShownOutput };

export type FromFrame = { type: 'playground-frame-ready' } | { type: 'playground-height'; height: number };
