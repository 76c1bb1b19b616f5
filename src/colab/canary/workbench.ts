import type { CellKind, Output } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import type { CellRun, OnRunUpdate } from '../../notebook/notebook.ts';
import { SCRATCH_PATH } from '../../wire/colab-site.ts';
import { dialogsOnTop } from '../dialogs.ts';
import type { ColabCell } from '../surface/cell.ts';
import type { ColabPage } from '../surface/page.ts';
import { kindOf } from './dismiss-dialogs.ts';
import type { Tools } from './trial.ts';

/** The first line of what the canary writes: if the page dies meanwhile, the next canary knows it again. */
const MARK = { code: '# cellwire:canary', markdown: 'cellwire:canary' } as const;

export const SAID = 'cellwire';

/** What prints `SAID`, in every language that Colab has. */
export const PRINTS = `print("${SAID}")`;

/** The cells that the canary works on. It takes all of them back, whatever happens. */
export class Workbench {
  readonly page: ColabPage;
  readonly tools: Tools;
  readonly #before: readonly string[];
  #made = 0;

  private constructor(page: ColabPage, tools: Tools) {
    this.page = page;
    this.tools = tools;
    this.#before = page.cells.map(({ id }) => id);
  }

  /** Refuses, in words, every notebook in which something of the user's could be lost. */
  static async open(page: ColabPage, tools: Tools): Promise<Workbench> {
    // It waits until the notebook is there.
    await tools.notebook.readCells({ start: 0, end: 0 });
    if (new URL(page.url).pathname !== SCRATCH_PATH) throw notScratch();
    if (page.isReadOnly) throw readOnly();
    const [dialog] = dialogsOnTop(page);
    if (dialog) throw isAsked(kindOf(dialog));
    for (const { id } of page.cells.filter((cell) => isOurs(cell)))
      await tools.notebook.deleteCell({ cellId: id });
    const isBlank = page.cells.every(
      (cell) => cell.text.trim() === '' && (cell.readLiveOutputs()?.length ?? 0) === 0,
    );
    if (!isBlank || page.runtimeState === 'busy') throw inUse();
    return new Workbench(page, tools);
  }

  /** Each reads otherwise than every other. */
  source(kind: CellKind, text: string): string {
    this.#made += 1;
    return kind === 'code' ? `${MARK.code} ${this.#made}\n${text}` : `${MARK.markdown} ${this.#made} ${text}`;
  }

  async add(kind: CellKind, text: string): Promise<ColabCell> {
    const { cellId } = await this.tools.notebook.insertCell({
      index: -1,
      kind,
      source: this.source(kind, text),
    });
    return this.cell(cellId);
  }

  cell(id: string): ColabCell {
    const cell = this.page.find(id);
    if (!cell) throw new Error('the cell is not there any more');
    return cell;
  }

  run(cellId: string, onUpdate?: OnRunUpdate): Promise<CellRun> {
    return this.tools.notebook.runCell({ cellId }, onUpdate);
  }

  async outputs(cellId: string): Promise<Output[]> {
    const { cells } = await this.tools.notebook.readCells({ cellIds: [cellId], includeOutputs: true });
    return cells[0]?.outputs ?? [];
  }

  /** Takes back what was added. What somebody else has written meanwhile stays. */
  async clear(): Promise<void> {
    const { notebook } = this.tools;
    const known = new Set(this.#before);
    for (const cell of this.page.cells) {
      const { id, kind, runState } = cell;
      if (known.has(id) || isForeign(cell)) continue;
      if (kind === 'code' && (runState.running || runState.pending)) {
        await this.tools.kernel.interrupt({ cellId: id }).catch(() => {});
      }
      await notebook.deleteCell({ cellId: id });
    }
  }

  /** What is not as it was; null when all is. Cells of before were empty, so an empty one is as good. */
  get left(): string | null {
    const { cells } = this.page;
    if (cells.some((cell) => isOurs(cell))) return 'a cell of the canary could not be removed';
    const foreign = cells.filter((cell) => isForeign(cell)).length;
    if (foreign > 0) return `what somebody else wrote meanwhile was left alone (${foreign} of the cells)`;
    const lost = this.#before.filter((id) => !cells.some((cell) => cell.id === id)).length;
    if (lost > 0) return `${lost} empty cell${lost === 1 ? '' : 's'} of before are gone`;
    return cells.length > this.#before.length ? 'there are more empty cells than before' : null;
  }
}

export function isOurs(cell: ColabCell): boolean {
  try {
    return cell.text.startsWith(MARK[cell.kind]);
  } catch {
    return false;
  }
}

/** Also where it cannot be read: what may be the user's is not deleted. */
function isForeign(cell: ColabCell): boolean {
  try {
    return cell.text.trim() !== '' && !isOurs(cell);
  } catch {
    return true;
  }
}

export function says(outputs: readonly Output[], text = SAID): boolean {
  return JSON.stringify(outputs).includes(text);
}

function notScratch(): Failure {
  return new Failure(
    'unsupported',
    'The canary changes and runs cells, so it works in a scratch notebook alone; this is another one, and nothing was done.',
    `Open ${SCRATCH_PATH} of Colab in a tab (File, New scratch notebook), and start it there.`,
  );
}

function readOnly(): Failure {
  return new Failure(
    'unsupported',
    'This notebook can only be read, so the canary did nothing.',
    'Open a scratch notebook in a new tab, and start it there.',
  );
}

function isAsked(kind: string): Failure {
  return new Failure(
    'user_action_required',
    `A dialog is open in the tab (${kind}), so the canary did nothing.`,
    'Answer it, then start the canary again.',
  );
}

function inUse(): Failure {
  return new Failure(
    'conflict',
    'Something is written or runs in this scratch notebook, so the canary did nothing.',
    'Open another scratch notebook in a new tab, and start it there.',
  );
}
