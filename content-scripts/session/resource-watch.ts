import type { CellPage, Notebook } from '../../src/notebook/notebook.ts';
import type { ResourceAddress } from '../../src/resources/resource-uri.ts';

type Watchable = Extract<ResourceAddress, { kind: 'notebook' | 'cell' }>;

/**
 * Tells when what an agent subscribed to is not what it was. Reads nothing until the page says that something
 * changed, and then once for all that is watched.
 */
export class ResourceWatch {
  readonly #notebook: Notebook;
  readonly #tell: (uri: string) => void;
  readonly #watched = new Map<string, { address: Watchable; state: string }>();
  #stopListening: (() => void) | null = null;
  #stopped = false;
  #looking = false;
  #lookAgain = false;

  constructor(notebook: Notebook, tell: (uri: string) => void) {
    this.#notebook = notebook;
    this.#tell = tell;
  }

  async add(uri: string, address: Watchable): Promise<void> {
    const page = await this.#notebook.readCells({});
    if (this.#stopped) return;
    this.#watched.set(uri, { address, state: stateIn(page, address) });
    // Only now: a page that is still loading has nothing yet that could be listened to.
    this.#stopListening ??= this.#notebook.onChange(() => void this.#look());
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

  /** One look at a time. Whatever changes during it may be missing in it, so one more follows. */
  async #look(): Promise<void> {
    this.#lookAgain = true;
    if (this.#looking) return;
    this.#looking = true;
    while (this.#lookAgain && this.#watched.size > 0) {
      this.#lookAgain = false;
      // A page that cannot be read now tells nothing; the next change is looked at again.
      await this.#compare().catch(() => {});
    }
    this.#looking = false;
  }

  async #compare(): Promise<void> {
    const before = [...this.#watched];
    const page = await this.#notebook.readCells({});
    for (const [uri, watched] of before) {
      const state = stateIn(page, watched.address);
      // Given up meanwhile, or begun anew with a state that may be newer than this look.
      if (state === watched.state || this.#watched.get(uri) !== watched) continue;
      watched.state = state;
      this.#tell(uri);
    }
  }
}

/** Sources, order and runs; null for a cell that is gone. */
function stateIn({ cells, revision }: CellPage, address: Watchable): string {
  if (address.kind === 'notebook') {
    return `${revision} ${cells.map(({ execution_count }) => execution_count).join()}`;
  }
  const cell = cells.find(({ id }) => id === address.cellId);
  return JSON.stringify(cell ? [cell.revision, cell.execution_count] : null);
}
