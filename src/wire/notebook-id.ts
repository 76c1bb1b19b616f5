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
