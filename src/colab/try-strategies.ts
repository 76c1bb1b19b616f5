import { clock } from '../clock/clock.ts';
import { Failure } from '../notebook/failure.ts';
import { DialogGuard } from './dialogs.ts';
import type { ColabPage } from './surface/page.ts';
import { onMutation, until } from './wait.ts';

/** One way to do an operation. `available` only looks; `attempt` acts, and its promise is not trusted. */
export interface Strategy<Job> {
  readonly name: string;
  /** Sources disagree on how this one is called: it is one form of several, of which a build has one. */
  readonly formOf?: string;
  /** Old, or seldom seen: not missed where a build does not have it. */
  readonly isSpare?: boolean;
  /** The page asks the user before it does it. */
  readonly asksUser?: boolean;
  /** What came of it is drawn, and so can be told, only in a tab that is seen. */
  readonly needsSight?: boolean;
  /** For strategies that take many steps; the others are given up on sooner. */
  readonly timeoutMs?: number;
  /** How long the effect may still be missing after the attempt's promise has settled. */
  readonly settledMs?: number;
  available(page: ColabPage): boolean;
  attempt(page: ColabPage, job: Job): unknown;
}

/** What a look at the notebook says: the wanted effect is there, nothing happened, or something else did. */
export type Effect = 'done' | 'none' | 'wrong';

export interface StrategyTask<Job> {
  page: ColabPage;
  memory: StrategyMemory;
  /** For the messages, such as "insert a cell". */
  operation: string;
  strategies: readonly Strategy<Job>[];
  job: Job;
  effect: () => Effect;
  /** Puts a wrong effect right, or takes it back. */
  correct: () => Promise<void>;
}

/** Colab's own effects come in the same task or a few hundred milliseconds later (an animation, a save). */
const PENDING_TIMEOUT_MS = 5000;
const SETTLED_TIMEOUT_MS = 1000;
const QUIET_MS = 60;
const LATE_EFFECT_MS = 250;

export type Verdict = 'worked' | 'untried' | 'corrected' | 'failed';

const RANK: Record<Verdict, number> = { worked: 0, untried: 1, corrected: 2, failed: 3 };

/** Remembers how each strategy did, so that the next time the one that worked comes first. */
export class StrategyMemory {
  readonly #verdicts = new Map<string, Verdict>();

  /** `why`: what was seen of one that failed. */
  note(operation: string, strategy: string, verdict: Verdict, _why?: string): void {
    this.#verdicts.set(`${operation}/${strategy}`, verdict);
  }

  order<Kind extends { name: string }>(operation: string, strategies: readonly Kind[]): Kind[] {
    const rank = ({ name }: Kind): number => RANK[this.#verdicts.get(`${operation}/${name}`) ?? 'untried'];
    return [...strategies].sort((a, b) => rank(a) - rank(b));
  }
}

/** Of these operations' strategies lets one be tried alone, and keeps what came of it. */
export class OnlyStrategy extends StrategyMemory {
  readonly #operations: readonly string[];
  readonly #strategy: string;
  verdict: Verdict = 'untried';
  why: string | null = null;

  constructor(operations: readonly string[], strategy: string) {
    super();
    this.#operations = operations;
    this.#strategy = strategy;
  }

  override note(operation: string, strategy: string, verdict: Verdict, why?: string): void {
    super.note(operation, strategy, verdict, why);
    if (!this.#operations.includes(operation)) return;
    this.verdict = verdict;
    this.why = why ?? null;
  }

  override order<Kind extends { name: string }>(operation: string, strategies: readonly Kind[]): Kind[] {
    const ordered = super.order(operation, strategies);
    return this.#operations.includes(operation)
      ? ordered.filter(({ name }) => name === this.#strategy)
      : ordered;
  }
}

/** Tries one strategy after the other until a look at the notebook shows the effect. */
export async function tryStrategies<Job>(task: StrategyTask<Job>): Promise<void> {
  const { page, memory, operation, strategies, job, effect } = task;
  const tried: string[] = [];
  if (effect() === 'done') return;
  for (const strategy of memory.order(operation, strategies)) {
    if (!strategy.available(page)) continue;
    // A strategy given up on may have come through while we turned to this one.
    if (effect() === 'done') return;
    const dialogs = new DialogGuard(page, 'read the notebook, and try again if nothing changed');
    const attempt = track(() => strategy.attempt(page, job));
    const seen = await watch(task, strategy, attempt, dialogs);
    // A strategy that says why it must not be done is not followed by another one that does it.
    if (attempt.failure && effect() !== 'done') throw attempt.failure;
    if (seen === 'wrong') await task.correct();
    const now = effect();
    if (now === 'done') {
      memory.note(operation, strategy.name, seen === 'wrong' ? 'corrected' : 'worked');
      if (tried.length > 0) await correctLateEffect(task);
      return;
    }
    const why = attempt.error ?? (seen === 'wrong' ? 'wrong effect, taken back' : 'no effect');
    memory.note(operation, strategy.name, 'failed', why);
    if (now === 'wrong') throw leftWrong(operation, strategy.name);
    tried.push(`${strategy.name} (${why})`);
  }
  throw page.isReadOnly ? readOnly(operation) : unsupported(page, operation, tried);
}

export interface Attempt {
  settledAt: number | null;
  error: string | null;
  failure: Failure | null;
  finished: Promise<void>;
}

/** Starts it without waiting: promises of the page may never settle. */
export function track(start: () => unknown): Attempt {
  const attempt: Attempt = { settledAt: null, error: null, failure: null, finished: Promise.resolve() };
  const settle = (error: string | null): void => {
    attempt.settledAt = performance.now();
    attempt.error = error;
  };
  const fail = (thrown: unknown): void => {
    if (thrown instanceof Failure) attempt.failure = thrown;
    settle(thrown instanceof Error ? thrown.message : String(thrown));
  };
  try {
    attempt.finished = Promise.resolve(start()).then(() => settle(null), fail);
  } catch (thrown) {
    fail(thrown);
  }
  return attempt;
}

async function watch<Job>(
  task: StrategyTask<Job>,
  { timeoutMs = PENDING_TIMEOUT_MS, settledMs = SETTLED_TIMEOUT_MS }: Strategy<Job>,
  attempt: Attempt,
  dialogs: DialogGuard,
): Promise<Effect> {
  let wrongSince: number | null = null;
  const seen = await until<Effect>(
    () => {
      const effect = task.effect();
      if (effect === 'done') return effect;
      dialogs.check();
      const now = performance.now();
      // Colab may pass through other states on its way: only one that stays is wrong.
      wrongSince = effect === 'wrong' ? (wrongSince ?? now) : null;
      if (wrongSince !== null && now - wrongSince >= QUIET_MS && attempt.settledAt !== null) return 'wrong';
      const patience = attempt.error === null ? settledMs : QUIET_MS;
      const isOver = attempt.settledAt !== null && now - attempt.settledAt >= patience;
      return effect === 'none' && isOver ? 'none' : undefined;
    },
    {
      timeoutMs: timeoutMs,
      pollMs: 20,
      events: [
        onMutation(task.page.cellList, { childList: true }),
        dialogs.opened,
        (wake) => {
          void attempt.finished.then(wake);
          return () => {};
        },
      ],
    },
  );
  return seen ?? task.effect();
}

/** An earlier strategy that seemed to do nothing may still act late: then the thing was done twice. */
async function correctLateEffect<Job>(task: StrategyTask<Job>): Promise<void> {
  await clock.pause(LATE_EFFECT_MS);
  if (task.effect() === 'wrong') await task.correct();
}

function leftWrong(operation: string, strategy: string): Failure {
  return new Failure(
    'internal',
    `Tried to ${operation} (by ${strategy}), but the notebook changed in another way than asked, and that could not be taken back.`,
    'Read the notebook again and look at what changed before going on.',
  );
}

function readOnly(operation: string): Failure {
  return new Failure(
    'user_action_required',
    `This notebook is shared with the user to read only, so Colab did not let us ${operation}. The notebook is unchanged.`,
    'Ask the user to save a copy of it in Drive (File menu) and to connect you there.',
  );
}

export function unsupported(page: ColabPage, operation: string, tried: readonly string[]): Failure {
  const attempts = tried.length > 0 ? `tried ${tried.join('; ')}` : 'it offers no known way';
  return new Failure(
    'unsupported',
    `This build of Colab (${page.build ?? 'unknown'}) did not let us ${operation}: ${attempts}. The notebook is unchanged.`,
    'Ask the user to do it by hand in the Colab tab, and to report this build so that it can be supported.',
  );
}
