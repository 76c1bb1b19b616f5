import { spawnSync } from 'node:child_process';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/** Only root may mount one, and not in every container. */
export const hasSmallDisks = await canMount();

/** A folder on a disk of its own that is soon full. */
export async function smallDisk(bytes: number): Promise<TemporaryFolder> {
  const folder = await temporaryFolder('small-disk');
  if (!mount(folder.path, bytes)) throw new Error('No disk can be mounted here: see hasSmallDisks.');
  return {
    path: folder.path,
    remove: async () => {
      spawnSync('umount', ['--lazy', folder.path]);
      await folder.remove();
    },
  };
}

function mount(path: string, bytes: number): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'cellwire-test', path]).status === 0;
}

async function canMount(): Promise<boolean> {
  const folder = await temporaryFolder('small-disk');
  const isMounted = mount(folder.path, 65_536);
  if (isMounted) spawnSync('umount', [folder.path]);
  await folder.remove();
  return isMounted;
}
