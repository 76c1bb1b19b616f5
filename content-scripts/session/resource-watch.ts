import type { Notebook } from '../../src/notebook/notebook.ts';
import type { Address } from '../../src/resources/address.ts';

type Watchable = Extract<Address, { kind: 'notebook' | 'cell' }>;

/** Tells when what an agent subscribed to is not what it was. Reads nothing until the page says that something changed. */
export class ResourceWatch {
  readonly #notebook: Notebook;
  readonly #tell: (uri: string) => void;
  readonly #watched = new Map<string, { address: Watchable; state: string }>();
  #stopListening: (() => void) | null = null;
  #stopped = false;

  constructor(notebook: Notebook, tell: (uri: string) => void) {
    this.#notebook = notebook;
    this.#tell = tell;
  }

  async add(uri: string, address: Watchable): Promise<void> {
    const state = await this.#stateOf(address);
    if (this.#stopped) return;
    this.#watched.set(uri, { address, state });
    // A page that cannot be read now tells nothing; the next change is looked at again.
    this.#stopListening ??= this.#notebook.onChange(() => void this.#look().catch(() => {}));
  }

  remove(uri: string): void {
    this.#watched.delete(uri);
    if (this.#watched.size === 0) this.#stopWatching();
  }

  /** For good: nobody is there to be told. */
  stop(): void {
    this.#stopped = true;
    this.#watched.clear();
    this.#stopWatching();
  }

  #stopWatching(): void {
    this.#stopListening?.();
    this.#stopListening = null;
  }

  async #look(): Promise<void> {
    for (const [uri, watched] of this.#watched) {
      const state = await this.#stateOf(watched.address);
      if (state === watched.state) continue;
      watched.state = state;
      this.#tell(uri);
    }
  }

  /** Sources, order and runs; null for a cell that is gone. */
  async #stateOf(address: Watchable): Promise<string> {
    const { cells, revision } = await this.#notebook.readCells({});
    const counts = cells.map(({ execution_count }) => execution_count).join();
    if (address.kind === 'notebook') return `${revision} ${counts}`;
    const cell = cells.find(({ id }) => id === address.cellId);
    return JSON.stringify(cell ? [cell.revision, cell.execution_count] : null);
  }
}
