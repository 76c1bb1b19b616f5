import { isSameNotebook } from './connected-notebook.ts';
import { notebookUrl } from './notebook-url.ts';

/** The notebook that was connected last: where an agent goes back to when its tab is gone. */
export class LastNotebook {
  readonly #home: string;
  #url: string | null = null;

  /** `home`: what is opened where none was connected yet. */
  constructor(home: string) {
    this.#home = home;
  }

  get url(): string {
    return this.#url ?? this.#home;
  }

  /** What a tab says is not taken on trust: it is opened with our token. */
  note(url: string): void {
    // Known already, perhaps with more in its address: which of the user's accounts it is for.
    if (this.#url !== null && isSameNotebook(this.#url, url)) return;
    this.#take(url);
  }

  /** The whole address, as the page itself has it. */
  noteAddress(url: string): void {
    this.#take(url);
  }

  #take(url: string): void {
    try {
      this.#url = notebookUrl(url, this.#home);
    } catch {
      // Not an address of a notebook: the one before stays.
    }
  }
}
