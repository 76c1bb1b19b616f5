import type { ExecuteReply, ExecutionHandlers } from './kernel.ts';

export interface QueuedExecution {
  id: number;
  code: string;
  silent: boolean;
  handlers: ExecutionHandlers;
  finish(reply: ExecuteReply): void;
}

/** One execution at a time; a failure cancels what waits behind it, as in Jupyter. */
export class ExecutionQueue {
  readonly #send: (execution: QueuedExecution) => void;
  #waiting: QueuedExecution[] = [];
  #current: QueuedExecution | undefined;
  #nextId = 1;

  constructor(send: (execution: QueuedExecution) => void) {
    this.#send = send;
  }

  get current(): QueuedExecution | undefined {
    return this.#current;
  }

  add(code: string, handlers: ExecutionHandlers, silent: boolean): Promise<ExecuteReply> {
    return new Promise((resolve) => {
      this.#waiting.push({ id: this.#nextId++, code, silent, handlers, finish: resolve });
      this.#advance();
    });
  }

  settle(id: number, reply: ExecuteReply): void {
    const done = this.#current;
    if (done?.id !== id) return;
    this.#current = undefined;
    done.finish(reply);
    if (reply.status === 'error' && !done.silent) this.#abortWaiting();
    this.#advance();
  }

  /** The kernel went away: nothing that was running or waiting will ever answer. */
  abortAll(): void {
    const lost = this.#current;
    this.#current = undefined;
    lost?.finish(abortedReply());
    this.#abortWaiting();
  }

  #abortWaiting(): void {
    const aborted = this.#waiting;
    this.#waiting = [];
    for (const execution of aborted) execution.finish(abortedReply());
  }

  #advance(): void {
    if (this.#current) return;
    this.#current = this.#waiting.shift();
    if (this.#current) this.#send(this.#current);
  }
}

function abortedReply(): ExecuteReply {
  const now = Date.now();
  return { status: 'aborted', executionCount: null, payload: [], kernelMs: 0, startedAt: now, endedAt: now };
}
