import type { Cell, CellKind } from './cell.ts';
import type { RunUpdate } from './run-update.ts';

/**
 * The notebook that is open in the tab, as every tool sees it; what runs its code is the `Kernel`. Only the page
 * agent implements it on a real page; the session reaches it over a private channel. All methods reject with `Failure`.
 */
export interface Notebook {
  readCells(query: CellQuery): Promise<CellPage>;
  /** Where these cells stand, without a look at what is in them; those that are gone are left out. */
  findCells(target: { cellIds: string[] }): Promise<Array<{ id: string; index: number }>>;
  /** `index` is where the new cell will stand; below 0 or past the end appends. */
  insertCell(cell: NewCell): Promise<{ cellId: string; index: number }>;
  replaceSource(change: SourceChange): Promise<ReplacedSource>;
  deleteCell(target: { cellId: string; expectedRevision?: string }): Promise<DeletedCell>;
  /** `index` is where the cell will stand afterwards; below 0 or past the end means last. */
  moveCell(target: CellMove): Promise<{ index: number; before: number }>;
  /**
   * Starts the cell and settles when it has ended, or could not start; what it shows meanwhile comes as updates.
   * With `started`, the cell runs already (the user started it) and is only followed.
   */
  runCell(target: RunTarget, onUpdate?: OnRunUpdate): Promise<CellRun>;
  /** What runs is looked at now: when this settles, whatever is new has been told as an update. */
  catchUp(): Promise<null>;
  /** Empties the outputs of these cells, or of all. */
  clearOutputs(target: { cellIds?: string[] }): Promise<{ cleared: string[] }>;
  /** Tells of runs that were not started here. Returns how to stop. */
  onUserRun(listener: (cellId: string) => void): () => void;
  /**
   * What others than we did to the notebook since this was asked last; since the first call of any kind, the first
   * time. Our own changes are never among it.
   */
  takeForeignChanges(): Promise<ForeignChange[]>;
  /** Tells that there may be something to take: once, until it was taken. Returns how to stop. */
  onForeignChange(listener: () => void): () => void;
  /** Tells that cells may have changed, soon after they did, and not for every letter. Returns how to stop. */
  onChange(listener: () => void): () => void;
  status(): Promise<NotebookStatus>;
}

export interface RunTarget {
  cellId: string;
  started?: boolean;
  /** A cell that reads otherwise is not started: `conflict`. */
  expectedRevision?: string;
}

export type OnRunUpdate = (update: RunUpdate) => void;

export interface CellQuery {
  /** First and last index, inclusive; the whole notebook when left out. Out of range is cut to what exists. */
  start?: number;
  end?: number;
  /** Only these cells, in notebook order. Unknown ids fail with `not_found`. */
  cellIds?: string[];
  includeOutputs?: boolean;
  /** Whether an error is among their outputs: without reading those. */
  includeFailed?: boolean;
  /** Of these only the cells that read otherwise than at that revision of the notebook. `not_found` when it is not known. */
  sinceRevision?: string;
}

export interface CellPage {
  /** `index` is the place in the notebook. */
  cells: Array<Cell & { index: number }>;
  /** How many cells the notebook has. */
  total: number;
  /** Of the whole notebook, whatever the range. */
  revision: string;
  /** With `sinceRevision`, of the whole notebook as well: which cells are gone, and which stand elsewhere. */
  since?: { gone: string[]; moved: string[] };
}

export interface NewCell {
  index: number;
  kind: CellKind;
  source: string;
  /** Code cells: the language asked for. One the notebook's kernel does not speak is `unsupported`. */
  language?: 'python' | 'r' | 'julia';
}

export interface SourceChange {
  cellId: string;
  source: string;
  /** Refuse with `conflict` when the cell is not at this revision any more. */
  expectedRevision?: string;
}

export interface ReplacedSource {
  revision: string;
  before: string;
  /** What was written, where the user made something else of it before. */
  written?: string;
}

export interface CellMove {
  cellId: string;
  index: number;
  expectedRevision?: string;
}

/** What is needed to bring a cell back. */
export interface DeletedCell {
  index: number;
  kind: CellKind;
  source: string;
  /** They are lost: no build of Colab is known to take outputs back. */
  hadOutputs: boolean;
}

export type ForeignChange =
  | { kind: 'added'; cellId: string; index: number }
  | { kind: 'deleted'; cellId: string }
  | { kind: 'moved'; cellId: string; index: number }
  | { kind: 'edited'; cellId: string; revision: string }
  | { kind: 'restarted' };

export type RunStatus = 'ok' | 'error' | 'running' | 'interrupted' | 'lost' | 'not_started';

/** How a run ended. Its outputs came as updates. */
export interface CellRun {
  cellId: string;
  status: RunStatus;
  executionCount: number | null;
  durationMs: number;
  /** Why it did not start, or what stopped it. */
  reason?: string;
  /** Of a cell: the text that it ran with, and the start of the kernel that it ran in, as far as the page tells. */
  ran?: { revision: string; kernelSession?: string };
  /** The whole runtime was lost, not only this run. */
  isRuntimeLost?: boolean;
}

export interface NotebookStatus {
  /**
   * `cells`: how many there are; null while the page does not tell. `saves`: only where the site says that it does not
   * keep what is changed here, as in a scratch notebook or one that is shared to read.
   */
  notebook: { id: string; name: string; url: string; cells: number | null; saves?: false };
  /** For each operation the strategy that answers, or null when none does. */
  capabilities: Record<string, string | null>;
  /** A dialog that waits for the user, if one is open. */
  dialog: OpenDialog | null;
  /** The site's own build string, or null. */
  build: string | null;
}

export interface OpenDialog {
  title: string;
  text: string;
  buttons: string[];
}
