import { readFile, rm } from 'node:fs/promises';
import type { Client, ServerEntry } from '../clients/client.ts';
import { entryIn, hasServers, withEntry, withoutEntry } from '../clients/edit-config.ts';
import { configFileOf, textOf } from '../clients/find-clients.ts';
import type { Machine } from '../clients/machine.ts';
import { backUp, removeConfig, sha256, writeConfig } from './config-file.ts';
import { type Change, readRecord, recordChange } from './record.ts';

export interface Outcome {
  file: string;
  did: 'added' | 'updated' | 'nothing' | 'removed' | 'restored';
  before: string;
  after: string;
  /** The file as it was. */
  backup?: string;
}

/** Puts our entry into a client's file. Throws where the file cannot be read, changed or written, with the reason. */
export async function addTo(
  client: Client,
  entry: ServerEntry,
  machine: Machine,
  dryRun: boolean,
): Promise<Outcome> {
  const file = configFileOf(client, machine);
  const text = await textOf(file);
  const before = text ?? '';
  const after = withEntry(client, before, entry);
  if (text === after) return { file, did: 'nothing', before, after };
  const did = entryIn(client, before) === undefined ? 'added' : 'updated';
  if (dryRun) return { file, did, before, after };

  const known = (await readRecord(machine)).clients[client.id];
  // Set up once already: what there was before the first time is what can be had back.
  const first = known?.file === file && did === 'updated' ? known : undefined;
  const backup = first ? first.backup : text === undefined ? undefined : await backUp(file);
  const madeFolder = await writeConfig(file, after);
  await recordChange(machine, client.id, {
    ...(first ?? {
      file,
      madeServers: !hasServers(client, before),
      ...(madeFolder === undefined ? {} : { madeFolder }),
      ...(backup === undefined ? {} : { backup }),
    }),
    sha256: sha256(after),
  });
  return { file, did, before, after, ...(backup === undefined ? {} : { backup }) };
}

/**
 * Undoes that: byte for byte where the file is as setup left it. Where it has changed since, as clients write into their
 * files themselves, only our entry goes.
 */
export async function removeFrom(client: Client, machine: Machine, dryRun: boolean): Promise<Outcome> {
  const known = (await readRecord(machine)).clients[client.id];
  const file = known?.file ?? configFileOf(client, machine);
  const before = (await textOf(file)) ?? '';
  const original = known && sha256(before) === known.sha256 ? await originalOf(known) : undefined;
  const after = original ?? withoutEntry(client, before, known?.madeServers);
  const outcome = { file, before, after };
  if (original === undefined && before === after) {
    if (!dryRun && known) await recordChange(machine, client.id, undefined);
    return { ...outcome, did: 'nothing' };
  }
  const did = original === undefined ? 'removed' : 'restored';
  const left = did === 'removed' && known?.backup !== undefined ? { backup: known.backup } : {};
  if (dryRun) return { ...outcome, did, ...left };
  if (original !== undefined && known?.backup === undefined) await removeConfig(file, known?.madeFolder);
  else await writeConfig(file, after);
  if (original !== undefined && known?.backup !== undefined) await rm(known.backup);
  await recordChange(machine, client.id, undefined);
  return { ...outcome, did, ...left };
}

/** Undefined where the backup is gone. */
async function originalOf({ backup }: Change): Promise<string | undefined> {
  if (backup === undefined) return '';
  return readFile(backup, 'utf8').catch(() => undefined);
}
