import { defineTool, z } from '../tool.ts';

export const clearOutputs = defineTool({
  name: 'clear_outputs',
  title: 'Clear outputs',
  group: 'run',
  effect: 'destroys',
  description: 'Empties the outputs of the given cells, or of all. Sources and variables stay.',
  input: z.strictObject({
    cellIds: z.array(z.string().min(1)).min(1).optional().describe('Only these cells.'),
  }),
  output: z.object({ cleared: z.array(z.string()) }),
  async run({ cellIds }, { notebook }) {
    return { data: { ...(await notebook.clearOutputs(cellIds === undefined ? {} : { cellIds })) } };
  },
});
