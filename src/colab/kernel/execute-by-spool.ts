import type { CodeRequest, CodeRun } from '../../notebook/kernel.ts';
import type { OnRunUpdate } from '../../notebook/notebook.ts';
import { act, asText, isObject } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { writeRuntimeFile } from '../surface/runtime-files.ts';
import { track } from '../try-strategies.ts';
import { until } from '../wait.ts';
import type { Turn } from './code-turns.ts';
import { type LastPiece, pieceIn } from './spool-answer.ts';
import { runInPython, STOP_FILE } from './spool-code.ts';
import { SpoolOutputs } from './spool-outputs.ts';
import { type Proven, wakeWhen } from './spool-proof.ts';
import { newSpoolFolder, SpoolReader } from './spool-reader.ts';
import type { SpoolRemains } from './spool-remains.ts';

/** Most code ends within this, and is then read once. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 1000;
/** A kernel that reconnects by itself is back within this. */
const GONE_MS = 5000;
/** What was written is readable within this. */
const UNREADABLE_MS = 5000;
/** How far two clocks may differ after they were compared. */
const CLOCK_MARGIN_MS = 2000;

export interface SpoolContext {
  page: ColabPage;
  proven: Proven;
  remains: SpoolRemains;
  /** By `Date.now()`; null when it may start whenever its turn comes. */
  startBefore: number | null;
  turn: Turn;
}

/** Runs code by the kernel's own `execute()`, which shows nothing; what it would have shown is written down for us. */
export async function executeBySpool(
  { page, proven, remains, startBefore, turn }: SpoolContext,
  { code, isQuiet = false, isUnrecorded = isQuiet }: CodeRequest,
  onUpdate: OnRunUpdate = () => {},
): Promise<CodeRun> {
  const folder = newSpoolFolder();
  const { kernel, kernelSession } = page;
  const spooled = runInPython({
    folder,
    code,
    isQuiet,
    isUnrecorded,
    answers: proven.answers,
    startBefore: startBefore === null ? null : startBefore + proven.clockAheadMs,
    done: remains.take(),
    // Proven for this session, by which another kernel would be told.
    isSameKernel: kernelSession !== undefined && kernelSession === proven.kernelSession,
  });
  const begun = performance.now();
  let begin = (): void => {};
  turn.stopping = {
    begun: new Promise((resolve) => {
      begin = resolve;
    }),
    stop: () => writeRuntimeFile(page, folder, STOP_FILE),
  };
  const reply = new Reply(() => kernel && act(kernel, 'execute', spooled));
  const reader = new SpoolReader(page, folder);
  const outputs = new SpoolOutputs();
  const ended = (status: CodeRun['status'], reason?: string): CodeRun => ({
    status,
    executionCount: outputs.end?.executionCount ?? null,
    durationMs: outputs.end?.durationMs ?? Math.round(performance.now() - begun),
    ...(reason === undefined ? {} : { reason }),
  });

  let lookMs = FIRST_LOOK_MS;
  let goneSince: number | null = null;
  try {
    await reply.within(FIRST_LOOK_MS);
    if (reply.settledAt === null) onUpdate({ state: 'running' });
    for (;;) {
      const isOver = reply.settledAt;
      if (reply.last) reader.takeLast(reply.last);
      const events = await readUnlessLost(reader, page, kernelSession);
      const patches = outputs.apply(events ?? []);
      if (patches.length > 0) onUpdate({ patches });
      if (outputs.end) return endOf(outputs.end.status, ended);
      if (events) {
        begin();
        lookMs = FIRST_LOOK_MS;
        continue;
      }
      goneSince = page.runtimeState === 'disconnected' ? (goneSince ?? performance.now()) : null;
      const isGone = goneSince !== null && performance.now() - goneSince >= GONE_MS;
      const isUnreadable = isOver !== null && performance.now() - isOver >= UNREADABLE_MS;
      // One that is on its way comes with another session, sooner or later.
      const isOnItsWay = page.runtimeState === 'connecting' || page.runtimeState === 'disconnected';
      if (isGone || isAnother(page, kernelSession) || (isUnreadable && isOnItsWay)) {
        return ended('lost', 'The runtime was restarted or disconnected while the code ran.');
      }
      if (isOver === null && !reader.hasBegun && isLate(startBefore)) {
        return endOf('not_started', ended);
      }
      if (isUnreadable) {
        const isUntouched =
          !reader.hasBegun && kernelSession !== undefined && page.kernelSession === kernelSession;
        return withoutEnd(reply, isUntouched, ended);
      }
      await reply.within(lookMs, isOver !== null);
      lookMs = Math.min(lookMs * 1.5, LAST_LOOK_MS);
    }
  } finally {
    begin();
    if (!reader.hasNoFiles) remains.add(folder);
  }
}

type Ended = (status: CodeRun['status'], reason?: string) => CodeRun;

function endOf(status: CodeRun['status'], ended: Ended): CodeRun {
  if (status !== 'not_started') return ended(status);
  return {
    ...ended(status, 'The kernel was busy with something that is in no cell of this page.'),
    wasBusy: true,
  };
}

/** `isUntouched`: the kernel is the same, and was not seen to begin. */
function withoutEnd({ error, status, raised }: Reply, isUntouched: boolean, ended: Ended): CodeRun {
  if (status === 'aborted' && isUntouched)
    return ended('not_started', 'The kernel dropped the code before it ran.');
  const said = error ?? (raised || `it answered "${status ?? 'nothing'}"`);
  return ended('lost', `The kernel gave no outputs (${said}); the code may have run in part.`);
}

function isLate(startBefore: number | null): boolean {
  return startBefore !== null && Date.now() >= startBefore + CLOCK_MARGIN_MS;
}

function isAnother(page: ColabPage, session: string | undefined): boolean {
  const now = page.kernelSession;
  return session !== undefined && now !== undefined && now !== session;
}

/** A runtime that is gone may never answer; null then, as for a piece that is not there. */
async function readUnlessLost(
  reader: SpoolReader,
  page: ColabPage,
  session: string | undefined,
): Promise<readonly unknown[] | null> {
  let events: readonly unknown[] | null | undefined;
  const reading = reader.next().then((found) => {
    events = found;
  });
  const isLost = (): boolean => page.runtimeState === 'disconnected' || isAnother(page, session);
  const read = await until(
    () => (events !== undefined ? { events } : isLost() ? { events: null } : undefined),
    {
      timeoutMs: Number.POSITIVE_INFINITY,
      pollMs: LAST_LOOK_MS,
      events: [wakeWhen(reading)],
    },
  );
  return read?.events ?? null;
}

/** As far as anything is known of it. */
interface KernelReply {
  status?: unknown;
  ename?: unknown;
  evalue?: unknown;
}

/** What the kernel says at the end: a promise of the page, which may never settle. */
class Reply {
  readonly #attempt: ReturnType<typeof track>;
  status: string | undefined;
  /** What went wrong in the kernel with what we sent, in its words. */
  raised = '';
  last: LastPiece | null = null;

  constructor(ask: () => unknown) {
    this.#attempt = track(async () => {
      const reply = await ask();
      if (!isObject(reply)) return;
      const { status, ename, evalue }: KernelReply = reply;
      this.status = asText(status);
      this.raised = this.status === 'error' ? [ename, evalue].filter(asText).join(': ') : '';
      this.last = pieceIn(reply);
    });
  }

  get settledAt(): number | null {
    return this.#attempt.settledAt;
  }

  get error(): string | null {
    return this.#attempt.error;
  }

  /** Waits for it so long; all of the time, when it has come already. */
  async within(ms: number, hasCome = false): Promise<void> {
    await until(() => (this.settledAt === null || hasCome ? undefined : true), {
      timeoutMs: ms,
      pollMs: ms,
      events: [wakeWhen(this.#attempt.finished)],
    });
  }
}
