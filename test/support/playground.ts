import type { KernelName, Playground } from '../../playground/server/server.ts';
import { startPlayground } from '../../playground/server/server.ts';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';

export type { KernelName, Playground };

/** A playground of one's own on a free port, by default with the Python kernel that needs nothing installed. */
export async function startTestPlayground(kernel: KernelName = 'pyodide'): Promise<Playground> {
  const python = kernel === 'jupyter' ? await findJupyter() : undefined;
  return startPlayground({ port: 0, kernel, ...(python ? { python } : {}) });
}
