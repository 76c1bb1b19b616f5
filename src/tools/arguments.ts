import { MAX_SOURCE_CHARS } from '../wire/limits.ts';
import { z } from './tool.ts';

/** Arguments that several tools share, described once. */
export const cellId = z.string().min(1).describe('Cell id.');

export const insertIndex = z.int().min(-1).describe('Its place, from 0; -1: at the end.');

export const expectedRevision = z
  .string()
  .optional()
  .describe('Refuse unless the cell is at this revision; default: the one you saw last.');

/** A text for a cell. Over-long ones are refused here, with a sentence, rather than choking the page. */
export const sourceText = z.string().max(MAX_SOURCE_CHARS, {
  error: ({ input }) =>
    `the text has ${String(input).length.toLocaleString('en')} characters; a cell may have ${MAX_SOURCE_CHARS.toLocaleString('en')}. Write data to a file instead of a cell`,
});
