import { isRecord } from '../../wire/json.ts';
import { act, can, isObject } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { hasRuntimeFiles } from '../surface/runtime-files.ts';
import { track } from '../try-strategies.ts';
import { until } from '../wait.ts';
import { pieceIn } from './spool-answer.ts';
import { proveInPython } from './spool-code.ts';
import { newSpoolFolder, SpoolReader } from './spool-reader.ts';
import type { SpoolRemains } from './spool-remains.ts';

/** The kernel is idle when it is asked; importing what spool.py needs takes a moment. */
const PROOF_MS = 5000;

export interface Proven {
  /** How far the kernel's clock is ahead of ours. */
  clockAheadMs: number;
  /** The page gets to see what the kernel's answer carries: then short outputs need no file. */
  answers: boolean;
  /** Undefined when the page does not tell. */
  kernelSession: string | undefined;
}

/**
 * Whether code can be run by the kernel itself, and what it shows be read from the runtime's files. Neither is
 * promised, so it is tried once for each kernel: what the kernel is asked to write must be read back.
 */
export class SpoolProof {
  readonly #page: ColabPage;
  readonly #remains: SpoolRemains;
  #kernel: string | undefined;
  #proof: Promise<Proven | null> | null = null;
  /** Of the last proof; undefined while there is none. */
  isProven: boolean | undefined;

  constructor(page: ColabPage, remains: SpoolRemains) {
    this.#page = page;
    this.#remains = remains;
  }

  /** By looking only. */
  get isPossible(): boolean {
    const { language = 'python' } = this.#page;
    return language === 'python' && can(this.#page.kernel, 'execute');
  }

  /** Null: it has to be done another way. Not while the kernel is busy. */
  async get(): Promise<Proven | null> {
    if (!this.isPossible || !hasRuntimeFiles(this.#page)) return null;
    const kernel = this.#page.kernelSession;
    if (kernel !== this.#kernel) this.#proof = null;
    this.#kernel = kernel;
    this.#proof ??= this.#prove();
    const proven = await this.#proof;
    this.isProven = proven !== null;
    return proven;
  }

  async #prove(): Promise<Proven | null> {
    const page = this.#page;
    const { kernel, kernelSession } = page;
    if (!kernel) return null;
    const folder = newSpoolFolder();
    const nonce = crypto.randomUUID();
    const asked = Date.now();
    let answers = false;
    const attempt = track(async () => {
      const reply = await act(kernel, 'execute', proveInPython(folder, nonce));
      answers = isObject(reply) && pieceIn(reply)?.text === nonce;
    });
    await until(() => (attempt.settledAt === null ? undefined : true), {
      timeoutMs: PROOF_MS,
      pollMs: PROOF_MS,
      events: [wakeWhen(attempt.finished)],
    });
    if (attempt.settledAt === null || attempt.error !== null) return null;
    const told = endOf(await readInTime(new SpoolReader(page, folder)));
    this.#remains.add(folder);
    if (told?.nonce !== nonce || !Array.isArray(told.missing) || told.missing.length > 0) return null;
    const middle = (asked + Date.now()) / 2;
    const clockAheadMs = typeof told.time === 'number' ? told.time - middle : 0;
    return { clockAheadMs, answers, kernelSession };
  }
}

export function wakeWhen(promise: Promise<unknown>): (wake: () => void) => () => void {
  return (wake) => {
    void promise.then(wake, wake);
    return () => {};
  };
}

async function readInTime(reader: SpoolReader): Promise<readonly unknown[]> {
  let found: readonly unknown[] | null | undefined;
  const reading = reader.next().then((events) => {
    found = events;
  });
  await until(() => (found === undefined ? undefined : true), {
    timeoutMs: PROOF_MS,
    pollMs: PROOF_MS,
    events: [wakeWhen(reading)],
  });
  return found ?? [];
}

function endOf(events: readonly unknown[]): Record<string, unknown> | null {
  const last = events.at(-1);
  return Array.isArray(last) && last[0] === 'end' && isRecord(last[1]) ? last[1] : null;
}
