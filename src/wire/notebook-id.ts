import { hash } from '../notebook/revision.ts';
import { SCRATCH_PATH } from './colab-site.ts';
import type { NotebookPlace } from './messages.ts';

/** It stands in every address and run id that an agent reads, so it is short. */
const LENGTH = 6;

/**
 * How agents name a notebook: the same on every visit to the same file, another for another. Scratch notebooks
 * share one address, and are as many as there are tabs.
 */
export function notebookIdOf({ origin, path }: NotebookPlace, tabId: number): string {
  const name = origin + (path === SCRATCH_PATH ? `${path} in tab ${tabId}` : path);
  return hash(name).toString(36).slice(-LENGTH).padStart(LENGTH, '0');
}

/** The notebook that a resource belongs to; undefined when its address is none of ours. */
export function notebookOfAddress(uri: string): string | undefined {
  return /^cellwire:\/\/([^/?#]+)/.exec(uri)?.[1];
}

/** The notebook that a run, or a sequence of runs, was made in; undefined when its id does not say. */
export function notebookOfRun(runId: string): string | undefined {
  return /^(?:run|sequence)-([a-z\d]+)-/.exec(runId)?.[1];
}
