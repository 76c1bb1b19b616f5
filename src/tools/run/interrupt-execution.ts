import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({});

export const interruptExecution = defineTool<typeof input, RuntimeContext>({
  name: 'interrupt_execution',
  title: 'Interrupt the execution',
  group: 'run',
  effect: 'stops',
  description:
    'Stops what runs now, as the stop button does (KeyboardInterrupt), and cancels what waits behind it, the rest of a run_cells included. Says whether anything ran, whether it is still winding up, and which runs were cancelled.',
  input,
  output: z.object({
    interrupted: z.boolean(),
    stillRunning: z.boolean().optional(),
    cancelledRuns: z.array(z.string()),
  }),
  async run(_args, { runs, agent }) {
    return { data: await runs.interrupt(agent) };
  },
});
