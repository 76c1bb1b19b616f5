import type { Run } from '../../runs/run.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';
import { tellLost, variablesNow } from './lost-state.ts';
import { changedRuntimeResult } from './runtime-result.ts';
import { tellRuntime } from './tell-runtime.ts';

/** The page sees within seconds that a cell does not run any more. */
const SEEN_MS = 10_000;

const input = z.strictObject({});

export const restartRuntime = defineTool({
  name: 'restart_runtime',
  title: 'Restart the runtime',
  group: 'runtime',
  effect: 'controls',
  description:
    'Restarts the kernel: what runs is stopped, variables are lost, files stay. `lost` names variables, and the cells to run again.',
  input,
  output: changedRuntimeResult,
  async run(_, context) {
    const { kernel, runs, agent } = context;
    const variables = await variablesNow(context);
    runs.loseWaiting(`${agent.name} restarted the runtime before it began.`);
    const running = runs.underWay;
    const after = await kernel.restart();
    // Whatever is run next comes after these: their end must not be taken for that of the new session.
    await Promise.all(running.map((run) => endOf(run, context)));
    runs.record.lose({ wasDisconnected: false });
    runs.record.look(after);
    const lost = runs.record.takeLost() ?? { cellIds: [], wasDisconnected: false };
    return { data: { runtime: tellRuntime(after), lost: tellLost(lost, variables) } };
  },
});

async function endOf(run: Run, { signal }: RuntimeContext): Promise<void> {
  const deadline = performance.now() + SEEN_MS;
  while (run.phase !== 'ended' && performance.now() < deadline && !signal.aborted) {
    await run.change(deadline - performance.now(), signal);
  }
}
