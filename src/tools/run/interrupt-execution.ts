import { defineTool, z } from '../tool.ts';

export const interruptExecution = defineTool({
  name: 'interrupt_execution',
  title: 'Interrupt the execution',
  group: 'run',
  effect: 'stops',
  description:
    'Stops the cell that runs now, as the stop button does (KeyboardInterrupt in Python), and cancels the runs that wait behind it, the rest of a run_cells included. Says whether anything was running, whether it is still winding up, and which runs were cancelled.',
  input: z.strictObject({}),
  async run(_args, { kernel, runs }) {
    // First, so that none of them starts when the running one ends.
    const cancelledRuns = runs.cancelWaiting();
    return { data: { ...(await kernel.interrupt({})), cancelledRuns } };
  },
});
