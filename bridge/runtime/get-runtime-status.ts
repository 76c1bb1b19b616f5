import { Failure } from '../../src/notebook/failure.ts';
import { runtimeResult } from '../../src/tools/runtime/runtime-result.ts';
import type { RuntimeContext } from '../../src/tools/tool.ts';
import { defineTool, z } from '../../src/tools/tool.ts';
import { VERSION } from '../version.ts';

const input = z.strictObject({});

/** `get_status` where there is no notebook. `server` is shown without its token. */
export const getRuntimeStatus = (server: string) =>
  defineTool<typeof input, RuntimeContext>({
    name: 'get_status',
    title: 'Status of the connection',
    group: 'session',
    effect: 'reads',
    description:
      'Whether the Jupyter server can be reached, and whether its kernel is idle, busy or not started yet: it starts with the first call that needs it.',
    input,
    output: z.object({
      connected: z.boolean(),
      runtime: runtimeResult,
      server: z.string(),
      next: z.string().optional(),
    }),
    async run(_args, { kernel }) {
      const about = { server, versions: { bridge: VERSION } };
      try {
        return { data: { connected: true, notebook: null, runtime: await kernel.state(), ...about } };
      } catch (thrown) {
        const { message, next } = Failure.from(thrown);
        const runtime = { state: 'disconnected', reason: message };
        return { data: { connected: false, notebook: null, runtime, next, ...about } };
      }
    },
  });
