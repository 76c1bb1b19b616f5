import { listCheckpointsScript } from '../../kernel/state/scripts.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';
import { callState } from './call-state.ts';

const input = z.strictObject({});

export const listCheckpoints = defineTool<typeof input, RuntimeContext>({
  name: 'list_checkpoints',
  title: 'List checkpoints',
  group: 'state',
  effect: 'reads',
  description: 'The checkpoints on the disk of the runtime: when saved, and which variables are in them.',
  input,
  output: z.object({ checkpoints: z.array(z.object({ name: z.string(), problem: z.string().optional() })) }),
  run: (_, context) => callState(listCheckpointsScript, {}, context),
});
