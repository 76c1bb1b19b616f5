import { shownOutput } from '../run/run-result.ts';
import { z } from '../tool.ts';

/** A cell as `get_cells` has it. Colab's own frontend gives no more than type, id and source. */
export const cellResult = z.object({
  cell_type: z.string(),
  id: z.string(),
  source: z.array(z.string()),
  index: z.int().optional(),
  revision: z.string().optional(),
  /** Where the page does not give the source as it was written. */
  source_is: z.string().optional(),
  execution_count: z.int().nullable().optional(),
  outputs: z.array(shownOutput).optional(),
  /** Where not all lines are there. */
  totalLines: z.int().optional(),
});
