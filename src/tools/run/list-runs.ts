import type { Run } from '../../runs/run.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  count: z.int().min(1).max(100).default(20).describe('Newest first.'),
});

export const listRuns = defineTool<typeof input, RuntimeContext>({
  name: 'list_runs',
  title: 'List runs',
  group: 'run',
  effect: 'reads',
  description: 'The newest runs, of all agents and the user: id, cell, status, duration, who started them.',
  input,
  output: z.object({
    runs: z.array(z.object({ runId: z.string(), status: z.string(), durationMs: z.number() })),
  }),
  async run({ count }, { runs }) {
    return { data: { runs: runs.latest(count).map(rowOf) } };
  },
});

function rowOf({ id, cellId, status, durationMs, startedBy, startedAt }: Run): Record<string, unknown> {
  return {
    runId: id,
    ...(cellId === null ? {} : { cellId }),
    status,
    durationMs,
    startedBy: startedBy?.name ?? 'user',
    ...(startedAt === null ? {} : { startedAt: new Date(startedAt).toISOString() }),
  };
}
