import { Journal } from '../../src/journal/journal.ts';
import type { Kernel } from '../../src/notebook/kernel.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { Runner } from '../../src/runs/runner.ts';
import type { PageObjects } from '../../src/wire/page-channel.ts';

/** Two letters more in a run id: after a reload the runs are counted anew. */
const VISIT_LETTERS = 2;

/** What a tab knows of the notebook that it shows. With another notebook it begins anew: nothing is carried over. */
export class OpenNotebook {
  readonly id: string;
  readonly notebook: Notebook;
  readonly kernel: Kernel;
  readonly runs: Runner;
  readonly journal = new Journal();

  constructor(id: string, { notebook, kernel }: PageObjects, visit: string = newVisit()) {
    this.id = id;
    this.notebook = notebook;
    this.kernel = kernel;
    this.runs = new Runner(notebook, kernel, `${id}-${visit}`);
  }

  end(): void {
    this.runs.end();
  }
}

function newVisit(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number.toString(36).padStart(VISIT_LETTERS, '0').slice(-VISIT_LETTERS);
}
