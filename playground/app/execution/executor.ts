import type { ExecuteReply, InputRequest } from '../../kernel/kernel.ts';
import type { CodeCell } from '../model/cell.ts';
import type { ErrorOutput } from '../model/outputs.ts';
import type { RunGate, RunOrigin } from './run-gate.ts';
import type { Runtime } from './runtime.ts';

/** Runs cells: gate, connection, queue, and the cell's phases and outputs on the way. */
export class Executor {
  readonly #runtime: Runtime;
  readonly #gate: RunGate;
  /** For so long, at its start, a run shows an input field that nothing waits for. */
  readonly #flashMs: number;
  readonly #active = new Map<CodeCell, Promise<void>>();

  constructor(runtime: Runtime, gate: RunGate, flashMs = 0) {
    this.#flashMs = flashMs;
    this.#runtime = runtime;
    this.#gate = gate;
  }

  get executing(): boolean {
    return this.#active.size > 0;
  }

  /** Settles when the cell is done; a cell that already waits or runs is not queued twice. */
  run(cell: CodeCell, origin: RunOrigin): Promise<void> {
    const active = this.#active.get(cell);
    if (active) return active;
    const run = this.#run(cell, origin).finally(() => this.#active.delete(cell));
    this.#active.set(cell, run);
    return run;
  }

  /** In order; a failure cancels the rest through the kernel's own queue. */
  async runAll(cells: readonly CodeCell[], origin: RunOrigin): Promise<void> {
    if (cells.length === 0 || !(await this.#gate(origin))) return;
    await Promise.all(
      cells.map((cell) => {
        const run = this.#active.get(cell) ?? this.#queue(cell).finally(() => this.#active.delete(cell));
        this.#active.set(cell, run);
        return run;
      }),
    );
  }

  interrupt(): boolean {
    return this.#runtime.kernel.interrupt();
  }

  async #run(cell: CodeCell, origin: RunOrigin): Promise<void> {
    if (origin === 'click') cell.events.emit('manual-execute', null);
    if (await this.#gate(origin)) await this.#queue(cell);
  }

  async #queue(cell: CodeCell): Promise<void> {
    const code = cell.source.value;
    cell.phase = 'pending';
    try {
      await this.#runtime.connect();
      const reply = await this.#runtime.execute(code, {
        onStart: () => {
          start(cell);
          if (this.#flashMs > 0) flashField(cell, this.#flashMs);
        },
        onOutput: (output) => cell.outputs.add(output),
        onInput: (request) => ask(cell, request),
      });
      if (reply.status !== 'aborted') record(cell, reply);
    } finally {
      cell.input = null;
      cell.phase = 'idle';
      cell.events.emit('completed', { error: cell.lastError });
    }
  }
}

/** The old output stays until the run really starts, as in Colab. */
function start(cell: CodeCell): void {
  cell.outputs.clear();
  cell.lastError = null;
  cell.phase = 'running';
}

/** What was typed is shown like something printed, but for passwords. */
function ask(cell: CodeCell, { prompt, isPassword, answer }: InputRequest): void {
  const give = (text: string): void => {
    cell.input = null;
    const shown = isPassword ? '··········' : text;
    cell.outputs.add({ type: 'stream', name: 'stdout', text: `${prompt}${shown}\n` });
    answer(text);
  };
  cell.input = { prompt, isPassword, give };
}

/** As shell commands do that read nothing. */
function flashField(cell: CodeCell, ms: number): void {
  const input = { prompt: '', isPassword: false, give: () => {} };
  cell.input = input;
  setTimeout(() => {
    if (cell.input === input) cell.input = null;
  }, ms);
}

function record(cell: CodeCell, reply: ExecuteReply): void {
  cell.lastError = reply.error ? toErrorOutput(reply.error) : null;
  cell.stale = false;
  cell.metadata.executionInfo = {
    status: reply.status,
    timestamp: Math.round(reply.endedAt),
    user_tz: new Date().getTimezoneOffset(),
    user: { displayName: '', userId: '' },
    elapsed: Math.round(reply.endedAt - reply.startedAt),
    kernelMs: reply.kernelMs,
    kernelEndedAt: reply.endedAt,
  };
  cell.executionCount = reply.executionCount;
}

function toErrorOutput(error: { ename: string; evalue: string; traceback: string[] }): ErrorOutput {
  return { type: 'error', ...error };
}
