import { Failure } from '../../src/notebook/failure.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';

/** What stands for the notebook where there is none: no cell runs, and no user runs any. */
export const NO_CELLS: Pick<Notebook, 'runCell' | 'catchUp' | 'onUserRun'> = {
  onUserRun: () => () => {},
  // Its kernel tells all as it comes.
  catchUp: async () => null,
  runCell: async () => {
    throw new Failure('unsupported', 'There is no notebook; nothing was run.', 'Use execute_code.');
  },
};
