import type { Failure } from '../../../src/notebook/failure.ts';
import type { CellRun, Notebook, OnRunUpdate } from '../../../src/notebook/notebook.ts';
import { Runner } from '../../../src/runs/runner.ts';
import type { SequenceOptions } from '../../../src/runs/sequence.ts';
import { memoryNotebook, noKernel } from '../../support/memory-notebook.ts';

interface Started {
  cellId: string;
  target: object;
  update: OnRunUpdate;
  end: (run?: Partial<CellRun>) => void;
  fail: (failure: Failure) => void;
}

/** A notebook whose runs end when the test says so. */
export function slowNotebook(interrupt = noKernel.interrupt) {
  const started: Started[] = [];
  let tellUserRun: (cellId: string) => void = () => {};
  const notebook: Notebook = {
    ...memoryNotebook([]),
    runCell: (target, update = () => {}) =>
      new Promise((resolve, reject) => {
        const { cellId } = target;
        const end = (run: Partial<CellRun> = {}): void =>
          resolve({ cellId, status: 'ok', executionCount: 1, durationMs: 1, ...run });
        started.push({ cellId, target, update, end, fail: reject });
      }),
    onUserRun: (listener) => {
      tellUserRun = listener;
      return () => {
        tellUserRun = () => {};
      };
    },
  };
  const kernel = { ...noKernel, interrupt };
  return {
    notebook,
    runner: new Runner(notebook, kernel, 'nb'),
    started,
    userRuns: (cellId: string) => tellUserRun(cellId),
  };
}

export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export const options: SequenceOptions = {
  timeoutMs: 60_000,
  retries: 0,
  retryOn: [],
  force: new Set(),
  continueOnError: false,
};
export const cells = (...ids: string[]) =>
  ids.map((cellId, index) => ({ cellId, index, kind: 'code' as const }));
