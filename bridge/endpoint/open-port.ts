import type { Log } from '../log.ts';
import { MOST_PAIRED } from './keys.ts';
import type { Kept } from './keys-file.ts';
import { loadKept, newServerId, saveKept } from './keys-file.ts';
import type { Listening } from './listen.ts';
import { listenAnywhere, listenOn, PortTakenError } from './listen.ts';

export interface OpenedPort extends Listening {
  kept: Kept;
  /** Whether tabs of the last run know the port, so that they come by themselves. */
  remembered: boolean;
  /** Keeps what is known by now for the next run. */
  save: (keys: Kept['keys']) => Promise<void>;
}

/** Finds the port to listen on, and the keys of tabs: those of the last run if that can be. */
export async function openPort(
  file: string | undefined,
  wanted: number | undefined,
  log: Log,
): Promise<OpenedPort> {
  const last = file === undefined ? null : await loadKept(file, log);
  if (file === undefined)
    log.warn(
      'There is no home folder to keep port and keys in, so tabs must be connected anew after a restart. Name a file for them with --token-file.',
    );
  const { listening, isOwn } = await listenWhere(wanted ?? last?.port, wanted === undefined, log);
  const { port } = listening;
  // Another bridge has the port of last time, and is the one that tabs know by that name.
  const known = isOwn ? last : null;
  const kept: Kept = { port, serverId: known?.serverId ?? newServerId(), keys: known?.keys ?? [] };
  // A port that is asked for once does not change where tabs look the next time.
  const nextTime = wanted === undefined ? port : (known?.port ?? port);
  const save: OpenedPort['save'] = async (keys) => {
    if (!isOwn || file === undefined) return;
    // Another bridge, at a port that was asked for, may keep its keys there, too.
    const there = await loadKept(file, log);
    const others = there?.serverId === kept.serverId ? there.keys : [];
    const added = others.filter(({ id }) => keys.every((key) => key.id !== id));
    await saveKept(file, { ...kept, port: nextTime, keys: [...added, ...keys].slice(-MOST_PAIRED) }, log);
  };
  if (known?.port !== nextTime) await save(kept.keys);
  return { ...listening, kept, remembered: known?.port === port && kept.keys.length > 0, save };
}

/** `isOwn`: what is kept in the file is ours. */
async function listenWhere(
  port: number | undefined,
  mayBeAnother: boolean,
  log: Log,
): Promise<{ listening: Listening; isOwn: boolean }> {
  if (port === undefined) return { listening: await listenAnywhere(), isOwn: true };
  try {
    return { listening: await listenOn(port), isOwn: true };
  } catch (error) {
    if (!mayBeAnother || !(error instanceof PortTakenError)) throw error;
    if (error.isReserved) {
      // No other bridge is there, so name and keys stay ours, and the new port is the one to remember.
      log.warn(
        `Port ${port}, used last time, is now kept by the system for itself: using another from now on. Tabs of last time will not find it by themselves.`,
      );
      return { listening: await listenAnywhere(), isOwn: true };
    }
    log.warn(
      `Port ${port}, used last time, is taken (another bridge, perhaps): using a free one for this run. Tabs of last time will not find it by themselves.`,
    );
    return { listening: await listenAnywhere(), isOwn: false };
  }
}
