import { defineTool, z } from '../tool.ts';

export const interruptExecution = defineTool({
  name: 'interrupt_execution',
  title: 'Interrupt the execution',
  group: 'run',
  effect: 'destroys',
  description:
    'Stops the cell that runs now, as the stop button does (KeyboardInterrupt in Python); cells queued behind it are cancelled. Says whether anything was running.',
  input: z.strictObject({}),
  async run(_args, { notebook }) {
    return { data: { ...(await notebook.interrupt()) } };
  },
});
