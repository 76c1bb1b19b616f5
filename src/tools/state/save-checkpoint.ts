import { saveCheckpointScript } from '../../kernel/state/scripts.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';
import { callState, stateName } from './call-state.ts';

const input = z.strictObject({
  name: stateName.default('default').describe('Replaces one of the same name when complete.'),
  variables: z.array(z.string().min(1)).min(1).optional().describe("Default: all of the user's."),
});

export const saveCheckpoint = defineTool<typeof input, RuntimeContext>({
  name: 'save_checkpoint',
  title: 'Save variables',
  group: 'state',
  effect: 'runs',
  description:
    "Saves variables to the runtime's disk for load_checkpoint, after a restart of the kernel. Names what cannot be saved and why, and saves the rest. A runtime that is deleted takes its checkpoints along.",
  input,
  output: z.object({
    name: z.string(),
    saved: z.array(z.string()),
    skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
    bytes: z.int(),
  }),
  run: (args, context) => callState(saveCheckpointScript, args, context),
});
