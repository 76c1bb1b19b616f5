import type { CodeRequest, CodeRun, Kernel } from '../../notebook/kernel.ts';
import type { Notebook, OnRunUpdate } from '../../notebook/notebook.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { hasRuntimeFiles } from '../surface/runtime-files.ts';
import { type StrategyMemory, track, unsupported } from '../try-strategies.ts';
import { until } from '../wait.ts';
import type { CodeTurns, Turn } from './code-turns.ts';
import { executeBySpool } from './execute-by-spool.ts';
import { SpoolProof } from './spool-proof.ts';
import { SpoolRemains } from './spool-remains.ts';
import { executeInTemporaryCell } from './temporary-cell.ts';

/** Long enough for a runtime that is there; getting a new one is shown at a cell. */
const CONNECT_MS = 10_000;
const CONNECT_POLL_MS = 100;

const OPERATION = 'run code without a cell';
const BY_KERNEL: ExecuteStrategy = {
  name: 'kernel.execute() and kernelFiles',
  available: (page) => can(page.kernel, 'execute') && hasRuntimeFiles(page),
};
const BY_CELL: ExecuteStrategy = { name: 'temporary cell', available: () => true };
export const executeStrategies: readonly ExecuteStrategy[] = [BY_KERNEL, BY_CELL];

interface ExecuteStrategy {
  name: string;
  available: (page: ColabPage) => boolean;
}

/** Runs code that is in no cell: by the kernel itself where that is proven to work here, else by a cell for the time. */
export class CodeExecution {
  readonly #page: ColabPage;
  readonly #memory: StrategyMemory;
  readonly #turns: CodeTurns;
  readonly #cells: Pick<Notebook, 'insertCell' | 'runCell' | 'replaceSource' | 'deleteCell'>;
  readonly #proof: SpoolProof;
  readonly #remains: SpoolRemains;

  constructor(
    page: ColabPage,
    memory: StrategyMemory,
    turns: CodeTurns,
    cells: Pick<Notebook, 'insertCell' | 'runCell' | 'replaceSource' | 'deleteCell'>,
  ) {
    this.#page = page;
    this.#memory = memory;
    this.#turns = turns;
    this.#cells = cells;
    this.#remains = new SpoolRemains(page);
    this.#proof = new SpoolProof(page, this.#remains);
  }

  /** For the status, by looking only. */
  get strategy(): string {
    const bySpool = this.#proof.isProven ?? this.#proof.isPossible;
    return (bySpool ? BY_KERNEL : BY_CELL).name;
  }

  readonly execute: Kernel['execute'] = (request, onUpdate = () => {}) => {
    const { startWithinMs } = request;
    const startBefore = startWithinMs === undefined ? null : Date.now() + startWithinMs;
    return this.#turns.take(request, onUpdate, (turn) => this.#run(turn, request, startBefore, onUpdate));
  };

  async #run(
    turn: Turn,
    request: CodeRequest,
    startBefore: number | null,
    onUpdate: OnRunUpdate,
  ): Promise<CodeRun> {
    await this.#connect();
    const ways = this.#memory.order(OPERATION, executeStrategies);
    const proven = ways.includes(BY_KERNEL) ? await this.#proof.get() : null;
    if (!proven) {
      if (!ways.includes(BY_CELL))
        throw unsupported(this.#page, OPERATION, [`${BY_KERNEL.name} (not proven)`]);
      return executeInTemporaryCell(this.#cells, request, onUpdate);
    }
    const context = { page: this.#page, proven, remains: this.#remains, startBefore, turn };
    return executeBySpool(context, request, onUpdate);
  }

  /** The kernel's own way needs a runtime. If none comes, the cell does what a cell does: it asks the user, or says why. */
  async #connect(): Promise<void> {
    const { notebook, runtimeState } = this.#page;
    const isConnected = runtimeState === 'idle' || runtimeState === 'busy';
    if (isConnected || !this.#proof.isPossible || !notebook || !can(notebook, 'connectToKernel')) return;
    const attempt = track(() => act(notebook, 'connectToKernel'));
    await until(
      () => {
        const state = this.#page.runtimeState;
        return state === 'idle' || state === 'busy' || attempt.error !== null ? true : undefined;
      },
      { timeoutMs: CONNECT_MS, pollMs: CONNECT_POLL_MS },
    );
  }
}
