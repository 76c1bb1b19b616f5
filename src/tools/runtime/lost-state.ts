import { clock } from '../../clock/clock.ts';
import { callPython } from '../../kernel/call-python.ts';
import source from '../../kernel/user_names.py?raw';
import type { LostSession } from '../../runs/kernel-record.ts';
import { isRecord } from '../../wire/json.ts';
import type { RuntimeContext } from '../tool.ts';

/** Colab gives the same machine again if it still has it, and does not say. */
const ON_THE_MACHINE =
  'gone if they were on the machine, unless it is the same one again: look before you use them';

/** A kernel that is idle answers at once, or not at all. */
const ASK_MS = 5_000;

/** The names of variables that are about to go; null where the kernel cannot be asked without waiting. */
export async function variablesNow({ kernel, runs }: RuntimeContext): Promise<unknown> {
  if (runs.underWay.length > 0) return null;
  const { state } = await kernel.state();
  if (state !== 'idle') return null;
  try {
    const asked = callPython(kernel, { name: 'user_names', source });
    // It may fail after nobody waits for it any more.
    asked.catch(() => {});
    const found = await Promise.race([asked, clock.pause(ASK_MS)]);
    if (!isRecord(found) || !Array.isArray(found.names)) return null;
    const more = Number(found.count) - found.names.length;
    return more > 0 ? [...found.names, `and ${more} more`] : found.names;
  } catch {
    // A kernel that does not answer is a reason for a restart, not against one.
    return null;
  }
}

/** What an agent is told of a runtime that is gone, and what to do about it. */
export function tellLost(
  { cellIds, why, wasDisconnected }: LostSession,
  variables: unknown = null,
): Record<string, unknown> {
  return {
    ...(why === undefined ? {} : { why }),
    variables: variables ?? 'all',
    files: wasDisconnected ? ON_THE_MACHINE : 'kept',
    checkpoints: wasDisconnected ? ON_THE_MACHINE : 'kept',
    runAgain: cellIds,
  };
}
