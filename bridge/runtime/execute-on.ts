import type { KernelMessage } from '@jupyterlab/services';
import type { CodeRequest, CodeRun } from '../../src/notebook/kernel.ts';
import type { OnRunUpdate, RunStatus } from '../../src/notebook/notebook.ts';
import type { KernelLife } from './kernel-life.ts';
import { OutputPatches } from './output-patches.ts';

/** As Python and Julia name it. */
const INTERRUPTED = new Set(['KeyboardInterrupt', 'InterruptException']);
/** The server itself says so, in the place of the output that it did not pass on. */
const RATE_EXCEEDED = /^\s*IOPub (?:data|message) rate exceeded/;

/** Runs code in a kernel that is there, and tells what it shows. */
export async function executeOn(
  life: KernelLife,
  { code, isQuiet = false, isUnrecorded = isQuiet, startWithinMs }: CodeRequest,
  onUpdate: OnRunUpdate = () => {},
): Promise<CodeRun> {
  // What is sent cannot be taken back, so it waits here.
  if (startWithinMs !== undefined && life.isBusy && !(await life.settles(startWithinMs))) return BUSY;
  const outputs = new OutputPatches();
  let startedAt: number | null = null;
  let isCut = false;
  const future = life.connection.requestExecute({
    code,
    silent: false,
    store_history: !isUnrecorded,
    allow_stdin: false,
    // Who waits behind it has asked for something of its own.
    stop_on_error: false,
  });
  future.onIOPub = (message) => {
    if (startedAt === null) onUpdate({ state: 'running' });
    startedAt ??= performance.now();
    isCut ||= isRateNote(message);
    const patches = outputs.of(message);
    if (patches.length > 0) onUpdate({ patches });
  };
  let unfollow = (): void => {};
  const missed = new Promise<string>((resolve) => {
    unfollow = life.follow(resolve);
  });
  const lost = (reason: string) => ({ status: 'lost' as const, executionCount: null, reason });
  const gone = life.ended.then(({ reason }) => lost(reason));
  const end = await Promise.race([future.done.then(endOf, () => gone), gone, missed.then(lost)]);
  unfollow();
  future.dispose();
  const durationMs = startedAt === null ? 0 : Math.round(performance.now() - startedAt);
  const { executionCount, ...rest } = end;
  const told = isCut && !('reason' in end) ? { reason: CUT } : {};
  return { ...rest, ...told, executionCount: isUnrecorded ? null : executionCount, durationMs };
}

const BUSY: CodeRun = {
  status: 'not_started',
  executionCount: null,
  durationMs: 0,
  wasBusy: true,
  reason: 'The kernel runs something else.',
};

const CUT =
  'The server passed on only a part of the output: it came faster than the limits of the server allow (iopub_data_rate_limit, iopub_msg_rate_limit).';

function endOf({ content }: KernelMessage.IExecuteReplyMsg): Omit<CodeRun, 'durationMs'> {
  const executionCount = content.execution_count ?? null;
  if (content.status === 'ok') return { status: 'ok', executionCount };
  if (content.status !== 'error') {
    const reason = 'The kernel dropped it unseen: what ran before it was interrupted.';
    return { status: 'not_started', executionCount: null, reason };
  }
  const status: RunStatus = INTERRUPTED.has(content.ename) ? 'interrupted' : 'error';
  return { status, executionCount };
}

function isRateNote({ content }: KernelMessage.IIOPubMessage): boolean {
  return 'text' in content && typeof content.text === 'string' && RATE_EXCEEDED.test(content.text);
}
