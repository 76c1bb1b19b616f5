import { kernelFiles } from '../../files/kernel-files.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  path: z.string().min(1).default('.').describe('A folder or file.'),
  cursor: z.string().optional().describe('Of the page before.'),
});

export const listFiles = defineTool<typeof input, RuntimeContext>({
  name: 'list_files',
  title: 'List files of the runtime',
  group: 'files',
  effect: 'transfers',
  description: 'The files in a folder of the runtime, by name: kind, bytes, modified. 200 at a time.',
  input,
  output: z.object({
    path: z.string(),
    files: z.array(z.object({ name: z.string(), kind: z.string(), bytes: z.int().nullable() })),
    cursor: z.string().optional(),
  }),
  async run({ path, cursor }, { kernel }) {
    const { path: folder, files, next } = await kernelFiles(kernel).list(path, cursor ?? null);
    return { data: { path: folder, files, ...(next === null ? {} : { cursor: next }) } };
  },
});
