import { defineTool, z } from '../tool.ts';

export const interruptExecution = defineTool({
  name: 'interrupt_execution',
  title: 'Interrupt the execution',
  group: 'run',
  effect: 'stops',
  description:
    'Stops the cell that runs now, as the stop button does (KeyboardInterrupt in Python), and cancels the runs that wait behind it, the rest of a run_cells included. Says whether anything was running, whether it is still winding up, and which runs were cancelled.',
  input: z.strictObject({}),
  async run(_args, { runs, agent }) {
    return { data: await runs.interrupt(agent) };
  },
});
