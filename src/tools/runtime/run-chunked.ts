import { clock } from '../../clock/clock.ts';
import { chunkedCode } from '../../kernel/state/scripts.ts';
import { hash } from '../../notebook/revision.ts';
import { countOf } from '../../outputs/bound-text.ts';
import { MarkedLines } from '../../runs/marked-lines.ts';
import type { Run } from '../../runs/run.ts';
import { quoteMarkedNumbers } from '../../secrets/mark.ts';
import { loopOf } from '../code-of-call.ts';
import { keepReporting } from '../run/progress-heartbeat.ts';
import { checked, stateName } from '../state/call-state.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

/** Below the minute after which most clients give up. */
const DEFAULT_TIMEOUT_SECONDS = 45;
/** Not more often than a person could read. */
const PROGRESS_MS = 100;
const DEFAULT_BATCH = 100;

const input = z.strictObject({
  items: z.string().min(1).describe('Python expression: what to loop over.'),
  body: z
    .string()
    .min(1)
    .describe('Python for one item; sees item, index and all variables. Its last expression is the result.'),
  batchSize: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(DEFAULT_BATCH)
    .describe('After so many items progress is told and all forced to disk.'),
  name: stateName.optional().describe('Default: made from items and body.'),
  onError: z
    .enum(['stop', 'skip'])
    .default('stop')
    .describe('At an item that fails: stop (the next call tries it again), or record and skip it.'),
  timeoutSeconds: z
    .number()
    .min(0)
    .max(3_600)
    .default(DEFAULT_TIMEOUT_SECONDS)
    .describe('How long to wait; nothing is stopped then.'),
});

type Input = z.output<typeof input>;

interface Loop {
  run: Run;
  /** What was asked for, to know the same call again. */
  wanted: string;
  lines: MarkedLines;
}

/** The loops of runs that are still known. */
const loops = new WeakMap<Run, Loop>();

export const runChunked = defineTool<typeof input, RuntimeContext>({
  name: 'run_chunked',
  title: 'Run a loop that can go on',
  group: 'runtime',
  effect: 'runs',
  description:
    "A loop for long work. Each item that is done is recorded on the runtime's disk: after an interrupt, a crash or a restart the same call goes on, and does nothing twice. resultsVariable names the variable with the results. After timeoutSeconds it goes on: call again with the same arguments to wait on; get_run(runId) has what it prints. To begin anew, give another name.",
  input,
  output: z.object({
    runId: z.string(),
    name: z.string(),
    status: z.string(),
    done: z.int().optional(),
    failed: z.int().optional(),
    total: z.int().optional(),
    results: z.array(z.unknown()).optional(),
    resultsVariable: z.string().optional(),
  }),
  async run(args, context) {
    const loop = underWay(args, context) ?? begin(args, context);
    context.started(loop.run.id);
    await waitForLoop(loop, args.timeoutSeconds * 1_000, context);
    return { data: report(loop, nameOf(args)) };
  },
});

const nameOf = ({ name, items, body }: Input): string =>
  name ?? `loop-${hash(`${items}\n${body}`).toString(36)}`;

const wantedOf = (args: Input): string => JSON.stringify([nameOf(args), args.items, args.body, args.onError]);

/** The same call again only waits on. */
function underWay(args: Input, { runs }: RuntimeContext): Loop | undefined {
  const wanted = wantedOf(args);
  return runs.underWay.map((run) => loops.get(run)).find((loop) => loop?.wanted === wanted);
}

function begin(args: Input, { runs, agent }: RuntimeContext): Loop {
  const { items, body, batchSize, onError } = args;
  const name = nameOf(args);
  // Nothing that the body prints can be taken for ours.
  const mark = `[run_chunked ${name} ${crypto.randomUUID().slice(0, 8)}]`;
  const sent = chunkedCode({ name, items, body, batchSize, onError, mark });
  const run = runs.startCode(loopOf(items, body), agent, sent);
  const loop = { run, wanted: wantedOf(args), lines: new MarkedLines(run, mark, quoteMarkedNumbers) };
  loops.set(run, loop);
  return loop;
}

async function waitForLoop(
  { run, lines }: Loop,
  timeoutMs: number,
  { signal, progress, runs }: RuntimeContext,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let step: { done: number; total: number } | undefined;
  const { tell, stop } = keepReporting((message) => progress(message, step));
  let told = '';
  try {
    while (run.phase !== 'ended' && !signal.aborted && performance.now() < deadline) {
      step = stepOf(lines.newest) ?? step;
      const message = step ? `${step.done} of ${countOf(step.total, 'item')}` : runs.stateOf(run);
      if (message !== told) tell(message);
      told = message;
      const next = performance.now() + PROGRESS_MS;
      await run.change(deadline - performance.now(), signal);
      await clock.pause(Math.min(next, deadline) - performance.now());
    }
  } finally {
    stop();
  }
}

function stepOf(told: Record<string, unknown> | null): { done: number; total: number } | null {
  const { done, failed, total } = told ?? {};
  if (typeof done !== 'number' || typeof total !== 'number') return null;
  return { done: done + (typeof failed === 'number' ? failed : 0), total };
}

function report({ run, lines }: Loop, name: string): Record<string, unknown> {
  const told = lines.newest ?? {};
  const standing = { runId: run.id, name, durationMs: run.durationMs };
  if (run.phase === 'ended' && ('status' in told || 'failure' in told))
    return { ...standing, ...checked(told) };
  if (run.failure) throw run.failure;
  const reason = run.end?.reason;
  return {
    ...standing,
    // It ended without a last word: the kernel died, or the run was stopped before the loop began.
    status: run.status === 'ok' || run.status === 'error' ? 'lost' : run.status,
    ...told,
    ...(reason === undefined ? {} : { reason }),
  };
}
