import { dataFolder, type Machine, pathsOf } from '../clients/machine.ts';
import { readRecord, saveRecord } from './record.ts';
import { extensionVersion, isFree, isSame, unpack } from './unpack.ts';

export interface Unpacked {
  folder: string;
  /** None where it is not there. */
  version?: string;
  did: 'unpacked' | 'updated' | 'nothing';
}

/** Where the extension is, or goes. */
export async function extensionFolder(machine: Machine, wanted?: string): Promise<string> {
  const { extensionDir } = await readRecord(machine);
  return wanted ?? extensionDir ?? pathsOf(machine).join(dataFolder(machine), 'extension');
}

/** Unpacks the extension of this package to a folder that stays, for the browser to load. */
export async function unpackExtension(
  from: string,
  machine: Machine,
  { dryRun, wanted }: { dryRun: boolean; wanted?: string },
): Promise<Unpacked> {
  const version = await extensionVersion(from);
  if (version === undefined) throw new Error(`The extension is not in ${from}: install Cellwire anew.`);
  const folder = await extensionFolder(machine, wanted);
  if (!(await isFree(folder))) {
    throw new Error(
      `${folder} has other things in it: name a folder that is empty or new with --extension-dir.`,
    );
  }
  const did = (await isSame(from, folder))
    ? 'nothing'
    : (await extensionVersion(folder)) === undefined
      ? 'unpacked'
      : 'updated';
  if (!dryRun) {
    await unpack(from, folder);
    if (wanted !== undefined)
      await saveRecord(machine, { ...(await readRecord(machine)), extensionDir: wanted });
  }
  return { folder, version, did };
}
