import type { CanaryOperation } from '../../notebook/inspection.ts';
import type { NotebookKernel } from '../../notebook/kernel.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import type { ColabPage } from '../surface/page.ts';
import type { Strategy } from '../try-strategies.ts';
import type { SurfaceProbe } from './probe-surface.ts';
import type { Workbench } from './workbench.ts';

export interface Tools {
  notebook: Notebook;
  kernel: NotebookKernel;
}

/** A strategy, or something else of which there are several. */
export type Way = Pick<Strategy<never>, 'name' | 'formOf' | 'isSpare' | 'asksUser' | 'needsSight'> & {
  /** Of what the page does not offer nothing is tried. */
  available: (page: ColabPage) => boolean;
};

/** What a trial is given. */
export interface Trying {
  page: ColabPage;
  probe: SurfaceProbe;
  bench: Workbench;
  /** By which only the way on trial is taken. */
  tools: Tools;
  way: string;
  /** The part of the trial that counts. */
  measure: <T>(work: () => Promise<T>) => Promise<T>;
}

type Need = 'cell' | 'run' | 'runtime';

/** One operation, in every way there is. */
export interface Trial {
  operation: CanaryOperation;
  ways: readonly Way[];
  /** What its strategies are remembered by. */
  keys: readonly string[];
  /** What it is tried on: a cell, a cell that is run, or a runtime. */
  needs?: readonly Need[];
  /** Throws where it does not work. */
  attempt: (trying: Trying) => Promise<void>;
}

/** What was seen is not what was to be seen. */
export function expect(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}
