import { clock, type Timer } from '../../clock/clock.ts';
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
/** A page that is hidden draws late, or not at all, so there is less to see that something is new: looked for more often. */
const HIDDEN_MS = 50;
/** Reading a large output takes time from the page: never more than a tenth of it. */
const SHARE = 10;

interface LiveEvents {
  tell: (update: RunUpdate) => void;
  /** The cell was looked at and does not run: it waits, or has ended. */
  onStopped: () => void;
}

/** Tells what a running cell shows, as it shows it. */
export class LiveOutputs {
  readonly #page: ColabPage;
  readonly #cell: ColabCell;
  readonly #events: LiveEvents;
  readonly #follower = new OutputFollower();
  #timer: Timer | undefined;
  #restUntil = 0;
  #due = 0;
  #oldSize: number;
  #stopWatching: () => void = () => {};

  /** `hasOld`: the cell still shows its last run, which is to be passed over. */
  constructor(page: ColabPage, cell: ColabCell, events: LiveEvents, hasOld: boolean) {
    this.#page = page;
    this.#cell = cell;
    this.#events = events;
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
    clock.clear(this.#timer);
    this.#timer = undefined;
    this.#stopWatching();
  }

  #lookSoon(ms: number): void {
    const at = Math.max(performance.now() + ms, this.#restUntil);
    if (this.#timer !== undefined && this.#due <= at) return;
    clock.clear(this.#timer);
    this.#due = at;
    this.#timer = clock.after(at - performance.now(), () => this.look());
  }

  /** Now, however soon after the last time. */
  look(): void {
    clock.clear(this.#timer);
    this.#timer = undefined;
    const begun = performance.now();
    const isRunning = this.#cell.runState.running;
    if (isRunning) this.#sendNew(this.#cell.readLiveOutputs() ?? []);
    const ended = performance.now();
    this.#restUntil = ended + (ended - begun) * SHARE;
    if (this.#page.holds(this.#cell)) this.#lookSoon(clock.isHeldBack ? HIDDEN_MS : UNSEEN_MS);
    if (!isRunning) this.#events.onStopped();
  }

  /** The outputs of the last run stay until this one clears them: they are not news. */
  #sendNew(outputs: readonly LiveOutput[]): void {
    if (this.#oldSize > 0 && sizeOf(outputs) === this.#oldSize) return;
    this.#oldSize = 0;
    this.#send(outputs);
  }

  #send(outputs: readonly LiveOutput[]): void {
    const patches = this.#follower.look(outputs);
    if (patches.length > 0) this.#events.tell({ patches });
  }
}
