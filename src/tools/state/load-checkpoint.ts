import { loadCheckpointScript } from '../../kernel/state/scripts.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';
import { callState, stateName } from './call-state.ts';

const input = z.strictObject({
  name: stateName,
  trust: z
    .boolean()
    .default(false)
    .describe(
      'Load it though another runtime wrote it. Loading runs its code: only if the user knows its origin.',
    ),
});

export const loadCheckpoint = defineTool<typeof input, RuntimeContext>({
  name: 'load_checkpoint',
  title: 'Load variables',
  group: 'state',
  effect: 'runs',
  description:
    'Brings back the variables of a checkpoint, in place of those with the same names; refused when damaged or not written by this runtime. Tells what could not be loaded, and which library versions differ.',
  input,
  output: z.object({
    loaded: z.array(z.string()),
    notLoaded: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
  run: (args, context) => callState(loadCheckpointScript, args, context),
});
