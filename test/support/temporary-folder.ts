import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** A folder that goes when it is removed, or with the process when nobody came to do so. */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `cellwire-${purpose}-`));
  const removeAtExit = (): void => rmSync(path, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  return {
    path,
    remove: async () => {
      process.off('exit', removeAtExit);
      // A browser that has just ended may still be putting files down.
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
