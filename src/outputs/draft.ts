import type { Output } from '../notebook/cell.ts';

/** A text of an output that waits for its share of the budget. */
export interface TextSlot {
  text: string;
  /** Characters that were left out already, and where: far more than can be shown. */
  skipped?: { at: number; chars: number } | null;
  /** Half of a JSON value is no JSON: such a text is shown whole or described. */
  isAllOrNothing?: boolean;
  /** Puts the text, or as much of it as may be shown, where it belongs. */
  place: (shown: string, isWhole: boolean) => void;
}

/** A picture of an output that waits for a place among the pictures of the result. */
export interface PictureSlot {
  mimeType: string;
  base64: string;
  /** Puts a sentence where the picture was. */
  place: (sentence: string) => void;
  /** Shows it as text, where that says something: an SVG's source. */
  showAsText?: () => void;
}

/** An output on its way to the agent: small values are in place, texts and pictures wait for room. */
export interface Draft {
  shaped: Output;
  texts: TextSlot[];
  pictures: PictureSlot[];
}

/** nbformat's texts: a string, or lines; whatever else is among the lines is passed over. */
export function readText(value: unknown, separator = ''): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const lines = value.filter((line) => typeof line === 'string');
  return lines.length > 0 || value.length === 0 ? lines.join(separator) : null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
