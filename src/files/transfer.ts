import { clock, type Timer } from '../clock/clock.ts';
import { Failure } from '../notebook/failure.ts';
import type { TransferMeta, TransferStep } from '../wire/transfer.ts';

/** For the next request of the bridge. One that says nothing for so long is gone. */
const IDLE_MS = 60_000;

type Answer = Record<string, unknown>;
type Work = Exclude<TransferStep, { step: 'open' | 'end' | 'fail' }>;

/** What the tool does for the bridge, one step at a time. */
export interface Served {
  /** What the bridge has to know before it begins. */
  facts: Answer;
  perform: (step: Work) => Promise<Answer>;
}

/** A transfer as the tool of its call sees it. */
export interface BridgeTransfer extends Pick<TransferMeta, 'upload'> {
  serve: (served: Served, signal: AbortSignal) => Promise<TransferEnd>;
}

/** How the bridge ended it. */
export type TransferEnd = { data: Answer } | { failure: Failure; keepPart: boolean };

/**
 * One file on its way between the runtime and the user's disk, as the tab knows it: a call that was allowed serves the
 * bridge's requests until the bridge says how it ended.
 */
export class Transfer {
  #served: Served | null = null;
  #open: (facts: Answer) => void = () => {};
  #end: (end: TransferEnd) => void = () => {};
  readonly #opened = new Promise<Answer>((resolve) => {
    this.#open = resolve;
  });
  readonly #ended = new Promise<TransferEnd>((resolve) => {
    this.#end = resolve;
  });
  readonly #idleMs: number;
  #busy = 0;
  #timer: Timer | undefined;

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** Settles when the bridge has ended it, has gone silent, or the call is cancelled. */
  async serve(served: Served, signal: AbortSignal): Promise<TransferEnd> {
    const cancel = (): void => this.#end({ failure: cancelled(), keepPart: true });
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel);
    this.#served = served;
    this.#open(served.facts);
    this.#watch();
    try {
      return await this.#ended;
    } finally {
      this.#served = null;
      clock.clear(this.#timer);
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Answers a request of the bridge. */
  async take(step: TransferStep): Promise<Answer> {
    if (step.step === 'open') return this.#opened;
    if (!this.#served) throw gone();
    if (step.step === 'end') {
      this.#end({ data: step.data });
      return {};
    }
    if (step.step === 'fail') {
      this.#end({ failure: Failure.fromData(step.failure), keepPart: step.keepPart });
      return {};
    }
    this.#busy += 1;
    clock.clear(this.#timer);
    try {
      return await this.#served.perform(step);
    } finally {
      this.#busy -= 1;
      this.#watch();
    }
  }

  #watch(): void {
    clock.clear(this.#timer);
    if (this.#busy > 0 || !this.#served) return;
    this.#timer = clock.after(this.#idleMs, () => this.#end({ failure: silent(), keepPart: true }));
  }
}

const AGAIN = 'Call again: it goes on where it stopped.';

const cancelled = (): Failure => new Failure('lost', 'The transfer was cancelled before its end.', AGAIN);

const silent = (): Failure =>
  new Failure('lost', 'The program on the user’s computer went silent in the middle of the transfer.', AGAIN);

const gone = (): Failure => new Failure('lost', 'This transfer is not under way (any more).', AGAIN);
