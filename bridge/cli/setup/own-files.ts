import { copyFile, rm } from 'node:fs/promises';
import { dataFolder, type Machine, pathsOf } from '../clients/machine.ts';
import { programFolder } from '../clients/server-command.ts';
import { packageFiles } from '../package-files.ts';
import { extensionFolder } from './extension.ts';
import { readRecord } from './record.ts';
import { extensionVersion, unpack } from './unpack.ts';

/** Copies the program to where it stays: npx may throw away tomorrow what it runs today. */
export async function keepProgram(machine: Machine): Promise<void> {
  const { join } = pathsOf(machine);
  const { folder } = packageFiles();
  const to = programFolder(machine);
  await unpack(join(folder, 'dist', 'bridge'), join(to, 'dist', 'bridge'));
  // It says that the files beside it are modules.
  await copyFile(join(folder, 'package.json'), join(to, 'package.json'));
}

/**
 * All that setup put on the disk for itself. What it knows of clients' files goes once nothing is left to undo.
 * @returns the folders that a user has been told of
 */
export async function removeOwnFiles(machine: Machine): Promise<string[]> {
  const folder = await extensionFolder(machine);
  const gone = (await extensionVersion(folder)) === undefined ? [] : [folder];
  if (gone.length > 0) await rm(folder, { recursive: true });
  await rm(programFolder(machine), { recursive: true, force: true });
  const { clients } = await readRecord(machine);
  if (Object.keys(clients).length === 0) await rm(dataFolder(machine), { recursive: true, force: true });
  return gone;
}
