import { callPython } from '../../kernel/call-python.ts';
import source from '../../kernel/runtime_info.py?raw';
import { isRecord } from '../../wire/json.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  packages: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe('More packages whose version is wanted; null: not installed.'),
});

export const getRuntimeInfo = defineTool<typeof input, RuntimeContext>({
  name: 'get_runtime_info',
  title: 'Look at the runtime',
  group: 'runtime',
  effect: 'reads',
  description:
    'What the runtime has: Python, processor, memory and disk in bytes, GPU or TPU, CUDA, package versions, uptime, working folder.',
  input,
  output: z.object({ python: z.string(), folder: z.string(), packages: z.record(z.string(), z.unknown()) }),
  async run(args, { kernel }) {
    const found = await callPython(kernel, { name: 'get_runtime_info', source }, args);
    return { data: isRecord(found) ? found : {} };
  },
});
