import { callPython } from '../../kernel/call-python.ts';
import { inspectVariableSource } from '../../kernel/look-inside.ts';
import { Failure } from '../../notebook/failure.ts';
import { isRecord } from '../../wire/json.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(1_000)
    .describe('A variable, then attributes and constant subscripts: df["price"], config["model"].layers[0].'),
  maxChars: z.int().min(200).max(100_000).default(4_000),
});

export const inspectVariable = defineTool<typeof input, RuntimeContext>({
  name: 'inspect_variable',
  title: 'Look into a variable',
  group: 'runtime',
  effect: 'reads',
  description:
    'What a variable is and holds: head of a table, array, tensor or container; columns with dtype, nulls, range and, of numbers, what describe tells; attributes of an object. Runs none of its code (no repr, no properties). sampled: ranges are of so many values only.',
  input,
  output: z.object({ type: z.string(), summary: z.string() }),
  async run(args, { kernel }) {
    const found = await callPython(kernel, { name: 'inspect_variable', source: inspectVariableSource }, args);
    if (!isRecord(found)) return { data: {} };
    if (typeof found.notFound === 'string') {
      throw new Failure(
        'not_found',
        found.notFound,
        'list_variables tells what there is; execute_code evaluates anything else.',
      );
    }
    return { data: found };
  },
});
