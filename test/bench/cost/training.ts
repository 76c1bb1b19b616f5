import type { Json } from '../../support/agent.ts';
import type { CountingAgent, Job } from './counting-agent.ts';

/** Three minutes, and clients that give up after 45 s, both six times as fast. */
const EPOCHS = 30;
const LIMIT_SECONDS = 7.5;

const TRAINING = `import sys, time, math

losses = []
for epoch in range(${EPOCHS}):
    for step in range(10):
        time.sleep(0.1)
        bar = "#" * (step + 1) + "." * (9 - step)
        print(f"\\repoch {epoch + 1:2d}/${EPOCHS} [{bar}] {step + 1}/10", end="", flush=True)
    losses.append(2.3 * math.exp(-epoch / 12) + 0.05)
    print(f"\\repoch {epoch + 1:2d}/${EPOCHS} loss {losses[-1]:.4f} accuracy {1 - losses[-1] / 2.4:.4f}    ")
print("done")`;

const CHECK = 'print(len(losses), round(losses[-1], 4))';
const NOTE = '## Result\nThe loss fell from 2.35 to about 0.25 in 30 epochs.';

/**
 * A training that takes longer than a client waits, with a progress bar that is redrawn ten times a second. Both sides
 * see the cells that are there, every epoch's line, how the training ended, and what it left.
 */
export const training: Job = {
  name: 'a training of three minutes (at six times the speed)',
  setUp: async () => {},

  async before(agent) {
    await agent.use('get_cells');
    const { newCellId: cellId } = await agent.use('add_code_cell', {
      cellIndex: -1,
      language: 'python',
      code: TRAINING,
    });
    const first = await agent.use('execute_cell', { cellId, timeoutSeconds: LIMIT_SECONDS });
    await follow(agent, first, {});
    const check = await agent.use('add_code_cell', { cellIndex: -1, language: 'python', code: CHECK });
    await agent.use('execute_cell', { cellId: check.newCellId });
    await agent.use('delete_cell', { cellId: check.newCellId });
    await agent.use('add_text_cell', { cellIndex: -1, content: NOTE });
  },

  async after(agent) {
    await agent.use('get_cells', { format: 'text' });
    const { newCellId: cellId } = await agent.use('add_code_cell', { code: TRAINING });
    const first = await agent.use('execute_cell', { cellId, timeoutSeconds: LIMIT_SECONDS });
    await follow(agent, first, { until: 'end' });
    await agent.use('execute_code', { code: CHECK });
    await agent.use('add_text_cell', { content: NOTE });
  },
};

async function follow(agent: CountingAgent, first: Json, how: Json): Promise<void> {
  let run = first;
  while (run.status === 'running' || run.more === true) {
    const { runId, cursor } = run;
    run = await agent.use('get_run', { runId, cursor, waitSeconds: LIMIT_SECONDS, ...how });
  }
  if (run.status !== 'ok') throw new Error(`The training ended as ${JSON.stringify(run)}`);
}
