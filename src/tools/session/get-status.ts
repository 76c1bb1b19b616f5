import { runtimeResult } from '../runtime/runtime-result.ts';
import { tellRuntime } from '../runtime/tell-runtime.ts';
import { defineTool, z } from '../tool.ts';

const LOST = 'variables of an earlier session are gone; connect_runtime tells which cells to run again';

export const getStatus = defineTool({
  name: 'get_status',
  title: 'Status of the connection',
  group: 'session',
  effect: 'reads',
  description:
    'Which notebook this is, whether its runtime is connected, idle or busy, whether a dialog waits for the user, and how each operation is done on this build of the site.',
  input: z.strictObject({}),
  output: z.object({
    connected: z.boolean(),
    notebook: z.object({ id: z.string(), name: z.string(), url: z.string(), cells: z.int().nullable() }),
    runtime: runtimeResult,
    capabilities: z.record(z.string(), z.unknown()),
    dialog: z.object({ title: z.string(), text: z.string() }).nullable(),
    versions: z.object({ extension: z.string() }),
  }),
  async run(_args, { notebook, notebookId, kernel, runs, extensionVersion }) {
    const [status, runtime] = await Promise.all([notebook.status(), kernel.state()]);
    runs.record.look(runtime);
    const { notebook: about, build, ...rest } = status;
    const versions = { extension: extensionVersion, colab: build };
    return {
      data: {
        connected: true,
        notebook: { ...about, id: notebookId },
        runtime: { ...tellRuntime(runtime), ...(runs.record.hasLost ? { lost: LOST } : {}) },
        ...rest,
        versions,
      },
    };
  },
});
