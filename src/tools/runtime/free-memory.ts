import { callPython } from '../../kernel/call-python.ts';
import source from '../../kernel/free_memory.py?raw';
import { isRecord } from '../../wire/json.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  delete: z.array(z.string().min(1)).max(1_000).default([]).describe('Names of variables.'),
});

/** In bytes, as far as the system tells. */
const memory = z.object({ memory: z.int().optional(), available: z.int().optional() });

export const freeMemory = defineTool<typeof input, RuntimeContext>({
  name: 'free_memory',
  title: 'Free memory',
  group: 'runtime',
  effect: 'runs',
  description:
    'Deletes the named variables, collects garbage and empties the CUDA cache. Bytes before and after; missing: names that did not exist; alsoNamed: variables that still hold what was deleted.',
  input,
  output: z.object({ before: memory, after: memory, deleted: z.array(z.string()) }),
  async run(args, { kernel }) {
    const found = await callPython(kernel, { name: 'free_memory', source }, args);
    return { data: isRecord(found) ? found : {} };
  },
});
