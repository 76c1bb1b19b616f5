import { setTimeout as pause } from 'node:timers/promises';
import type { Calls } from './calls.ts';
import type { Shown, Witness } from './witness.ts';
import { isShownOpen, isShownShut } from './witness.ts';

/** What changes is told to the worker, which may have to wake up for it. */
const TOLD_MS = 5_000;
const LOOK_EVERY_MS = 100;
const SETTLED_MS = 40_000;

/** Whether people are shown what is so. */
export class Truth {
  readonly #witness: Witness;
  readonly #calls: Calls;
  readonly #tell: (text: string) => void;

  constructor(witness: Witness, calls: Calls, tell: (text: string) => void) {
    this.#witness = witness;
    this.#calls = calls;
    this.#tell = tell;
  }

  /** Nothing gets through. */
  async isShut(why: string): Promise<void> {
    await this.#becomes(isShownShut, `${why}, and people are shown a connection`);
  }

  /** After a fault: calls get through again by themselves, and people are shown so. */
  async settles(): Promise<void> {
    const until = Date.now() + SETTLED_MS;
    for (;;) {
      const before = await this.#calm();
      const { answer } = await this.#calls.call('get_cells', { cellIndexStart: 0, cellIndexEnd: 0 });
      if (answer && !answer.isError) {
        await this.#becomes(isShownOpen, 'A call gets through, and people are not shown a connection');
        return;
      }
      const after = await this.#witness.shown();
      const said = answer?.text.slice(0, 200);
      if (isShownOpen(before) && isShownOpen(after))
        this.#tell(`People are shown a connection, and a call ends so: ${said}`);
      if (Date.now() > until) {
        this.#tell(`It does not come back. Shown: ${JSON.stringify(after)}. A call ends so: ${said}`);
        return;
      }
    }
  }

  /** What is shown, once it stays the same for a moment. */
  async #calm(): Promise<Shown> {
    let shown = await this.#witness.shown();
    for (let same = 0; same < 2; ) {
      await pause(LOOK_EVERY_MS);
      const next = await this.#witness.shown();
      same = isShownOpen(next) === isShownOpen(shown) ? same + 1 : 0;
      shown = next;
    }
    return shown;
  }

  async #becomes(isSo: (shown: Shown) => boolean, untruth: string): Promise<void> {
    const until = Date.now() + TOLD_MS;
    for (;;) {
      const shown = await this.#witness.shown();
      if (isSo(shown)) return;
      if (Date.now() > until) {
        this.#tell(`${untruth}: ${JSON.stringify(shown)}`);
        return;
      }
      await pause(LOOK_EVERY_MS);
    }
  }
}
