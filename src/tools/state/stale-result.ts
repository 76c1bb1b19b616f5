import { z } from '../tool.ts';

/** Cells, and what each of them is told for. */
export const cellsWithReason = z.array(z.object({ cellId: z.string(), reason: z.string() }));
