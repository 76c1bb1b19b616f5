import { Failure } from '../notebook/failure.ts';
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
  .describe('The revision you read. If the cell has changed since, the call is refused and shows its text.');

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

/** Arguments that do not fit the schema, in words an agent can act on. */
export function parseArguments<Input extends z.ZodObject>(
  name: string,
  input: Input,
  args: unknown,
): z.output<Input> {
  const parsed = input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    return path ? `${path}: ${issue.message}` : issue.message;
  });
  throw new Failure(
    'invalid_input',
    `Invalid arguments for ${name}: ${faults.join('; ')}.`,
    `Nothing was done. ${name} takes: ${Object.keys(input.shape).join(', ') || 'no arguments'}.`,
  );
}
