import type { ForeignChange } from '../../src/notebook/notebook.ts';
import type { OpenNotebook } from './open-notebook.ts';

/** Makes notices of what the user did to the cells. Nothing is read until a call ends and the page says that there is news. */
export class ForeignChanges {
  readonly #open: OpenNotebook;
  readonly #stop: () => void;
  #isNews = false;
  #last: Promise<void> = Promise.resolve();

  constructor(open: OpenNotebook) {
    this.#open = open;
    this.#stop = open.notebook.onForeignChange(() => {
      this.#isNews = true;
      // The user looks at them, and should see which of them do not fit any more.
      if (open.proposals.open.length > 0) void open.proposals.refresh();
    });
  }

  /** One after the other: who comes second must not be answered before the first has noted what it took. */
  note(): Promise<void> {
    this.#last = this.#last.then(() => this.#take());
    return this.#last;
  }

  stop(): void {
    this.#stop();
  }

  async #take(): Promise<void> {
    if (!this.#isNews) return;
    this.#isNews = false;
    try {
      for (const change of await this.#open.notebook.takeForeignChanges()) this.#noteOne(change);
    } catch {
      // A page that cannot be read now is asked again with the next call.
      this.#isNews = true;
    }
  }

  #noteOne(change: ForeignChange): void {
    const { notices, places, changes } = this.#open;
    if (change.kind === 'restarted') {
      notices.say(null, 'The runtime was restarted: variables are gone, cells have to be run again.');
      return;
    }
    if (change.kind !== 'edited') places.forget();
    if (change.kind === 'moved') changes.movedByUser(change.cellId);
    notices.cell(null, change.kind, change.cellId);
  }
}
