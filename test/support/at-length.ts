import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { KernelName } from './playground.ts';

/**
 * `CELLWIRE_AT_LENGTH=all`: everything as often, on as many faces of the page and as far as somebody has thought of. Else
 * what shows it, in the time that a test run may take.
 */
export const isAtLength = process.env.CELLWIRE_AT_LENGTH === 'all';

/** For what hardly hangs on the kernel: Pyodide, and at length IPython as well, where there is one. */
export async function kernelsAtLength(): Promise<KernelName[]> {
  return isAtLength && (await findJupyter()) !== undefined ? ['pyodide', 'jupyter'] : ['pyodide'];
}
