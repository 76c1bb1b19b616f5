import type { Playground } from '../../playground/server/server.ts';
import { startPlayground } from '../../playground/server/server.ts';

export type { Playground };

/** A playground of one's own on a free port, with the Python kernel that needs nothing installed. */
export function startTestPlayground(): Promise<Playground> {
  return startPlayground({ port: 0, kernel: 'pyodide' });
}
