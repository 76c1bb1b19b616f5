import type { CellRun, RunStatus } from '../../notebook/notebook.ts';
import type { InputPrompt } from '../../notebook/run-update.ts';
import { WAITING_FOR_INPUT } from '../../notebook/run-update.ts';
import type { DialogGuard } from '../dialogs.ts';
import { withReason } from '../kernel/runtime-news.ts';
import { serviceOutputs } from '../strategies/read.ts';
import type { ColabCell } from '../surface/cell.ts';
import { type LiveOutput, sizeOf, toLive } from '../surface/live-output.ts';
import type { ColabPage } from '../surface/page.ts';
import { nextTask, until } from '../wait.ts';
import type { InputWatch } from './input-watch.ts';
import type { RunSignals } from './run-signals.ts';

const SAFETY_POLL_MS = 1000;
/** Who is before it in the queue is found by asking every cell: not for a cell whose turn comes at once. */
const QUEUED_MS = 100;
/** Between queue and kernel a cell may be neither pending nor running for a moment. */
const LEFT_QUEUE_MS = 400;
/** The count and the record of a run come with its end, or a moment later. */
const RECORD_MS = 200;
/** A kernel that reconnects by itself is back within this. */
const GONE_MS = 5000;
const NO_RUNTIME_MS = 60_000;
const STILL_QUEUED =
  'The cell still waits in the queue of the page, and runs by itself once a runtime is there.';
const COMPLETION_GRACE_MS = 200;
const OUTPUT_SETTLE_MS = 500;

export type OnProgress = (state: string, input?: InputPrompt) => void;

export interface EndWatch {
  page: ColabPage;
  signals: RunSignals;
  dialogs: DialogGuard;
  inputs: InputWatch;
  /** Whether the cell was interrupted by us since it began. */
  wasInterrupted: () => boolean;
  onProgress: OnProgress;
}

export interface RunEnd {
  /** Left to the outputs when the cell ended by itself. */
  status: RunStatus | 'ended';
  reason?: string;
  isRuntimeLost?: boolean;
}

/** Waits for the end without a limit of its own: how long a cell may take is the caller's to decide. */
export async function waitForEnd(watch: EndWatch): Promise<RunEnd> {
  const { page, signals, dialogs, inputs } = watch;
  /** Of the kernel that the cell was given to: it need not be there yet. */
  let session: string | undefined;
  const tell = onlyChanges(watch.onProgress);
  const since = { unrecorded: stopwatch(), queued: stopwatch(), leftQueue: stopwatch(), gone: stopwatch() };
  const isOtherRunning = otherRunning(page);
  let wasConnected = false;

  const end = await until<RunEnd>(
    () => {
      const cell = signals.look();
      if (!cell) return { status: 'lost', reason: 'The cell was deleted while it ran.' };
      const { running, pending } = cell.runState;
      const runtime = page.runtimeState;
      session ??= page.kernelSession;
      wasConnected ||= runtime === 'idle' || runtime === 'busy';
      const stopped = !running && !pending;
      if (stopped && signals.ran) return { status: 'ended' };
      if (since.unrecorded.ms(stopped && signals.sawRunning) >= RECORD_MS) {
        return endWithoutRecord(page, cell, session, watch.wasInterrupted());
      }
      const isQueued = since.queued.ms(pending) >= QUEUED_MS;
      const dialog = dialogs.question();
      // Before the cell runs, the dialog is why it does not; after that, it is something the user should know of.
      if (dialog && !signals.sawRunning) throw dialog;
      if (dialog) tell(dialog.message);
      else if (running && inputs.question) tell(WAITING_FOR_INPUT, inputs.question);
      else if (running) tell('running');
      else if (isQueued && isOtherRunning(cell)) tell('queued behind another cell');
      else if (pending && runtime !== 'busy' && runtime !== 'idle') tell('waiting for the runtime');

      const gone = since.gone.ms(runtime === 'disconnected');
      if (wasConnected && gone >= GONE_MS) {
        return runtimeLost(page, 'The runtime was disconnected while the cell ran.');
      }
      if (gone >= NO_RUNTIME_MS) {
        const reason = 'No runtime was connected within a minute.';
        return { status: 'not_started', reason: pending ? `${reason} ${STILL_QUEUED}` : reason };
      }
      const isWaiting = runtime === 'connecting' || cell.shownRunState.pending;
      if (since.leftQueue.ms(stopped && !signals.sawRunning && !isWaiting) >= LEFT_QUEUE_MS) {
        return leftQueue(page, session);
      }
      return undefined;
    },
    {
      timeoutMs: Number.POSITIVE_INFINITY,
      pollMs: SAFETY_POLL_MS,
      events: [signals.changed, dialogs.opened, inputs.changed],
    },
  );
  return end ?? { status: 'ended' };
}

function runtimeLost(page: ColabPage, sentence: string): RunEnd {
  return { status: 'lost', reason: withReason(page, sentence), isRuntimeLost: true };
}

/** It was not seen to run. A kernel that is gone may have had it already: the page hears of a start a moment later. */
function leftQueue(page: ColabPage, session: string | undefined): RunEnd {
  if (session !== undefined && page.kernelSession !== session) {
    return runtimeLost(
      page,
      'The runtime was restarted before the cell was seen to run; it may have run in part.',
    );
  }
  return {
    status: 'not_started',
    reason: 'The cell left the queue without running: a cell before it failed, or the run was stopped.',
  };
}

/** Whether another cell runs. The page tells of many things in quick succession: not all cells are asked each time. */
function otherRunning(page: ColabPage): (own: ColabCell) => boolean {
  let found: ColabCell | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return (own) => {
    if (found?.runState.running) return true;
    const now = performance.now();
    if (now - askedAt < QUEUED_MS) return false;
    askedAt = now;
    found = page.cells.find((cell) => cell.id !== own.id && cell.kind === 'code' && cell.runState.running);
    return found !== undefined;
  };
}

/**
 * It ran and stopped, but left neither a new count nor a new record. A build may have no records, or counts that
 * cannot be read, and a restarted kernel may give the old count again. IPython gives up a cell that it is interrupted in
 * before the code has begun, without a word (seen in ipykernel 6). Otherwise the kernel was lost under the cell.
 */
function endWithoutRecord(
  page: ColabPage,
  cell: ColabCell,
  session: string | undefined,
  wasInterrupted: boolean,
): RunEnd {
  const restarted = session !== undefined && page.kernelSession !== session;
  const gone = page.runtimeState === 'disconnected' || page.runtimeState === 'connecting';
  const keepsRecords = cell.executionInfo !== '' || cell.toldCount === null;
  const raised = statusOf(cell.readLiveOutputs() ?? []) !== 'ok';
  if (wasInterrupted && !raised && !restarted && !gone) {
    return { status: 'interrupted', reason: 'It was interrupted before its code had left a result.' };
  }
  if (!raised && (restarted || gone || keepsRecords)) {
    return runtimeLost(page, 'The runtime was restarted or disconnected while the cell ran.');
  }
  return { status: 'ended' };
}

/** The state may change a moment before the last output is in the model. */
export async function readFinalOutputs(
  page: ColabPage,
  cell: ColabCell,
  signals: RunSignals,
  completionComes: boolean,
): Promise<LiveOutput[]> {
  if (completionComes && !signals.completed) {
    await until(() => (signals.completed ? true : undefined), {
      timeoutMs: COMPLETION_GRACE_MS,
      pollMs: COMPLETION_GRACE_MS,
      events: [signals.changed],
    });
  }
  let outputs = cell.readLiveOutputs();
  if (!outputs) return ((await serviceOutputs(page).catch(() => null))?.get(cell.id) ?? []).map(toLive);
  // Shipped code has read the outputs inside this event for years.
  if (signals.completed) return outputs;
  const limit = performance.now() + OUTPUT_SETTLE_MS;
  for (let size = sizeOf(outputs); performance.now() < limit; ) {
    await nextTask();
    outputs = cell.readLiveOutputs() ?? outputs;
    const next = sizeOf(outputs);
    if (next === size) break;
    size = next;
  }
  return outputs;
}

/** What an interrupt raises: in plain code, and in code that awaits. */
const INTERRUPTIONS = new Set(['KeyboardInterrupt', 'CancelledError']);

/** An exception in the user's code is a result, not a failure of the call. */
export function statusOf(outputs: readonly LiveOutput[]): CellRun['status'] {
  const others = outputs.flatMap((output) => (output.kind === 'other' ? [output.output] : []));
  const error = others.find((output) => output.output_type === 'error');
  if (!error) return 'ok';
  return INTERRUPTIONS.has(String(error.ename)) ? 'interrupted' : 'error';
}

function onlyChanges(tell: OnProgress): OnProgress {
  let last = '';
  return (state, input) => {
    const now = `${state}\n${input?.prompt ?? ''}`;
    if (now === last) return;
    last = now;
    tell(state, input);
  };
}

/** How long a condition has held without a break. */
function stopwatch(): { ms(holds: boolean): number } {
  let since: number | null = null;
  return {
    ms(holds) {
      since = holds ? (since ?? performance.now()) : null;
      return since === null ? 0 : performance.now() - since;
    },
  };
}
