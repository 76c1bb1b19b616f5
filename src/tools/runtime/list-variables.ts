import { callPython } from '../../kernel/call-python.ts';
import { listVariablesSource } from '../../kernel/look-inside.ts';
import { isRecord } from '../../wire/json.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  filter: z.string().max(200).optional().describe('Part of the name, or a pattern with * and ?.'),
  cursor: z.string().max(1_000).optional().describe('Of the page before.'),
});

export const listVariables = defineTool<typeof input, RuntimeContext>({
  name: 'list_variables',
  title: 'List variables',
  group: 'runtime',
  effect: 'reads',
  description:
    'Variables of the runtime with type, shape, dtype, length and bytes (of containers without their items); no modules, functions, classes and private names. Runs none of their code.',
  input,
  output: z.object({
    variables: z.array(z.object({ name: z.string(), type: z.string() })),
    total: z.int(),
    cursor: z.string().optional(),
  }),
  async run(args, { kernel }) {
    const found = await callPython(kernel, { name: 'list_variables', source: listVariablesSource }, args);
    return { data: isRecord(found) ? found : {} };
  },
});
