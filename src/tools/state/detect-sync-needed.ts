import { defineTool, z } from '../tool.ts';
import { staleCells } from './stale-cells.ts';
import { cellsWithReason } from './stale-result.ts';

export const detectSyncNeeded = defineTool({
  name: 'detect_sync_needed',
  title: 'Find cells that are not up to date',
  group: 'state',
  effect: 'reads',
  description:
    'Code cells that do not fit the state of the kernel: never run, failed, changed since, run before a cell above them, or in an earlier start of the kernel. What cannot be known is listed as unknown.',
  input: z.strictObject({}),
  output: z.object({
    stale: cellsWithReason,
    firstStale: z.string().nullable(),
    unknown: cellsWithReason.optional(),
  }),
  async run(_, context) {
    const { stale, unknown } = await staleCells(context);
    return {
      data: {
        stale,
        firstStale: stale[0]?.cellId ?? null,
        ...(unknown.length > 0 ? { unknown } : {}),
      },
    };
  },
});
