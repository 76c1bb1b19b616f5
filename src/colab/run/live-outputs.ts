import type { RunUpdate } from '../../notebook/run-update.ts';
import type { ColabCell } from '../surface/cell.ts';
import { type LiveOutput, sizeOf } from '../surface/live-output.ts';
import type { ColabPage } from '../surface/page.ts';
import { onMutation } from '../wait.ts';
import { OutputFollower } from './output-follower.ts';

/** Lines that come together are told together. */
const GATHER_MS = 40;
/** An output that is scrolled away changes no DOM; while a cell runs it is looked for this often. */
const UNSEEN_MS = 250;
/** Reading a large output takes time from the page: never more than a tenth of it. */
const SHARE = 10;

/** Tells what a running cell shows, as it shows it. */
export class LiveOutputs {
  readonly #page: ColabPage;
  readonly #cell: ColabCell;
  readonly #tell: (update: RunUpdate) => void;
  readonly #follower = new OutputFollower();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restUntil = 0;
  #due = 0;
  #oldSize: number;
  #stopWatching: () => void = () => {};

  /** `hasOld`: the cell still shows its last run, which is to be passed over. */
  constructor(page: ColabPage, cell: ColabCell, tell: (update: RunUpdate) => void, hasOld: boolean) {
    this.#page = page;
    this.#cell = cell;
    this.#tell = tell;
    this.#oldSize = hasOld ? sizeOf(cell.readLiveOutputs() ?? []) : 0;
  }

  /** Not before the cell has started: until then it shows the outputs of its last run. */
  start(): void {
    const output = this.#cell.element;
    const stopObserving = onMutation(output, { subtree: true, childList: true, characterData: true })(() =>
      this.#lookSoon(GATHER_MS),
    );
    this.#stopWatching = stopObserving;
    this.#lookSoon(GATHER_MS);
  }

  /** The last word, read when everything has arrived. */
  finish(outputs: readonly LiveOutput[]): void {
    this.stop();
    this.#send(outputs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stopWatching();
  }

  #lookSoon(ms: number): void {
    const at = Math.max(performance.now() + ms, this.#restUntil);
    if (this.#timer !== undefined && this.#due <= at) return;
    clearTimeout(this.#timer);
    this.#due = at;
    this.#timer = setTimeout(() => this.#look(), at - performance.now());
  }

  #look(): void {
    this.#timer = undefined;
    const begun = performance.now();
    if (this.#cell.runState.running) this.#sendNew(this.#cell.readLiveOutputs() ?? []);
    const ended = performance.now();
    this.#restUntil = ended + (ended - begun) * SHARE;
    if (this.#page.holds(this.#cell)) this.#lookSoon(UNSEEN_MS);
  }

  /** The outputs of the last run stay until this one clears them: they are not news. */
  #sendNew(outputs: readonly LiveOutput[]): void {
    if (this.#oldSize > 0 && sizeOf(outputs) === this.#oldSize) return;
    this.#oldSize = 0;
    this.#send(outputs);
  }

  #send(outputs: readonly LiveOutput[]): void {
    const patches = this.#follower.look(outputs);
    if (patches.length > 0) this.#tell({ patches });
  }
}
