import { clock, type Timer } from '../../clock/clock.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { removeInPython } from './spool-code.ts';

/** Who calls once may soon call again, and then takes them along. */
const REST_MS = 2000;

/** Folders that have been read. The next run removes them on its way; after the last one we ask for it. */
export class SpoolRemains {
  readonly #page: ColabPage;
  #folders: string[] = [];
  #timer: Timer | undefined;

  constructor(page: ColabPage) {
    this.#page = page;
  }

  add(folder: string): void {
    this.#folders.push(folder);
    clock.clear(this.#timer);
    this.#timer = clock.after(REST_MS, () => this.#remove());
  }

  take(): string[] {
    clock.clear(this.#timer);
    return this.#folders.splice(0);
  }

  #remove(): void {
    const { kernel, runtimeState } = this.#page;
    // Behind a cell that runs it would wait, and be in the way of what comes next: the next run takes them along.
    if (!kernel || runtimeState !== 'idle' || !can(kernel, 'execute')) return;
    const asked = act(kernel, 'execute', removeInPython(this.take()));
    Promise.resolve(asked).catch(() => {});
  }
}
