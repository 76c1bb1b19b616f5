import type { Cell } from './cell.ts';
import { isRecord } from './is-record.ts';
import type { NotebookDocument } from './notebook-document.ts';

/** What one page did to a notebook, as the server and the other pages are told. */
export interface NotebookChange {
  title: string;
  order: string[];
  changed: Record<string, unknown>;
  removed: string[];
}

/** A notebook that lives on the playground's server, which is what "Drive" is here. */
export class DriveFile {
  readonly #address: string;
  /** Tells this page from the others that have the notebook open. */
  readonly #user = crypto.randomUUID();

  constructor(id: string) {
    this.#address = `/drive-files/${encodeURIComponent(id)}`;
  }

  /** Undefined when there is none. */
  async load(): Promise<unknown> {
    const response = await fetch(this.#address);
    return response.status === 200 ? response.json() : undefined;
  }

  async save(change: NotebookChange, isLeaving = false): Promise<void> {
    const response = await fetch(`${this.#address}?user=${this.#user}`, {
      method: 'POST',
      body: JSON.stringify(change),
      // Lets it be sent when the page is gone; only small requests may.
      keepalive: isLeaving,
    });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
  }

  listen(onChange: (change: NotebookChange) => void, onPresence: (others: number) => void): void {
    const source = new EventSource(`${this.#address}/events?user=${this.#user}`);
    source.addEventListener('change', ({ data }) => {
      const change: unknown = JSON.parse(String(data));
      if (isChange(change)) onChange(change);
    });
    source.addEventListener('presence', ({ data }) => onPresence(Number(data)));
  }
}

/** The whole notebook as a change of nothing. */
export function wholeChange(
  notebook: NotebookDocument,
  cells: readonly Cell[] = notebook.cells,
): NotebookChange {
  return {
    title: notebook.title,
    order: cells.map(({ id }) => id),
    changed: Object.fromEntries(cells.map((cell) => [cell.id, cell.toJson()])),
    removed: [],
  };
}

function isChange(value: unknown): value is NotebookChange {
  return (
    isRecord(value) && Array.isArray(value.order) && Array.isArray(value.removed) && isRecord(value.changed)
  );
}
