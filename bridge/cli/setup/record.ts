import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { CLIENT_IDS, type ClientId } from '../clients/client.ts';
import { dataFolder, type Machine, pathsOf } from '../clients/machine.ts';

/** What setup did to one client's file, so that it can be undone. */
const Change = z.object({
  file: z.string(),
  /** Its text as it was; none where there was no file. */
  backup: z.string().optional(),
  /** The text as setup left it: only an unchanged file is put back as a whole. */
  sha256: z.string(),
  /** Whether the place for servers came with our entry. */
  madeServers: z.boolean(),
  /** The outermost folder that came with the file. */
  madeFolder: z.string().optional(),
});
export type Change = z.infer<typeof Change>;

const Record = z.object({
  clients: z.partialRecord(z.enum(CLIENT_IDS), Change),
  /** Where the extension was unpacked to, if not to the usual place. */
  extensionDir: z.string().optional(),
});
export type SetupRecord = z.infer<typeof Record>;

const fileOf = (machine: Machine): string => pathsOf(machine).join(dataFolder(machine), 'setup.json');

/** A record that is gone or damaged is none: entries are then taken out by themselves. */
export async function readRecord(machine: Machine): Promise<SetupRecord> {
  try {
    return Record.parse(JSON.parse(await readFile(fileOf(machine), 'utf8')));
  } catch {
    return { clients: {} };
  }
}

export async function saveRecord(machine: Machine, record: SetupRecord): Promise<void> {
  const file = fileOf(machine);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

export async function recordChange(
  machine: Machine,
  id: ClientId,
  change: Change | undefined,
): Promise<void> {
  const record = await readRecord(machine);
  const { [id]: _, ...others } = record.clients;
  await saveRecord(machine, { ...record, clients: change ? { ...others, [id]: change } : others });
}
