import { defineTool, z } from '../tool.ts';

export const getStatus = defineTool({
  name: 'get_status',
  title: 'Status of the connection',
  group: 'session',
  effect: 'reads',
  description:
    'Which notebook this is, whether its runtime is connected, idle or busy, whether a dialog waits for the user, and which way each operation takes on this build of the site.',
  input: z.strictObject({}),
  async run(_args, { notebook, notebookId, kernel, extensionVersion }) {
    const [status, runtime] = await Promise.all([notebook.status(), kernel.state()]);
    const { notebook: about, build, ...rest } = status;
    const versions = { extension: extensionVersion, colab: build };
    return { data: { connected: true, notebook: { ...about, id: notebookId }, runtime, ...rest, versions } };
  },
});
