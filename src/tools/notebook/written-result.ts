import { runBeside } from '../run/run-result.ts';
import { z } from '../tool.ts';

/** What is said of a cell that was written, and run if that was asked for. */
export const writtenResult = z.object({
  revision: z.string().optional(),
  editedByUser: z.boolean().optional(),
  content: z.string().optional(),
  run: runBeside.optional(),
});
