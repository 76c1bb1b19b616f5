import { MAX_SOURCE_CHARS } from '../wire/limits.ts';
import { z } from './tool.ts';

/** Arguments that several tools share, described once. */
export const cellId = z.string().min(1).describe('The id of the cell, as get_cells gives it.');

export const insertIndex = z
  .int()
  .min(-1)
  .describe('Where the cell will stand, counted from 0. -1, or an index past the end, appends.');

export const expectedRevision = z
  .string()
  .optional()
  .describe(
    'The revision that the cell must be at, else the call is refused and shows its text. Left out: the one that you read or wrote last.',
  );

/** A text for a cell. Over-long ones are refused here, with a sentence, rather than choking the page. */
export function sourceText(meaning: string) {
  return z
    .string()
    .max(MAX_SOURCE_CHARS, {
      error: ({ input }) =>
        `the text has ${String(input).length.toLocaleString('en')} characters; a cell may have ${MAX_SOURCE_CHARS.toLocaleString('en')}. Write data to a file instead of a cell`,
    })
    .describe(meaning);
}
