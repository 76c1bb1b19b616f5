import { Failure } from '../../notebook/failure.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  text: z.string().max(10_000).describe('One line; Enter is added.'),
  runId: z.string().optional().describe('Default: whichever waits.'),
});

export const answerInput = defineTool({
  name: 'answer_input',
  title: 'Answer a prompt',
  group: 'run',
  effect: 'runs',
  description:
    'Types a line where a run waits in input(): its state is "waiting_for_input". Passwords are for the user alone.',
  input,
  output: z.object({ answered: z.boolean(), prompt: z.string() }),
  async run({ text, runId }, { kernel, runs }) {
    const run = runId === undefined ? undefined : runs.find(runId);
    if (run && run.phase !== 'running') {
      throw new Failure(
        'conflict',
        `The run ${run.id} does not run now (${run.status}); nothing was typed.`,
        'Look with get_run how it stands.',
      );
    }
    const cellId = run?.cellId ?? undefined;
    const { prompt } = await kernel.answerInput({ text, ...(cellId === undefined ? {} : { cellId }) });
    return { data: { answered: true, prompt } };
  },
});
