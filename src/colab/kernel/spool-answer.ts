import { isObject, peek } from '../surface/foreign.ts';

/** The last piece of a spool, and which one it is. */
export interface LastPiece {
  piece: number;
  text: string;
}

/** By which run_code.py marks it among what an answer of the kernel carries. */
const SOURCE = 'cellwire';

/** What the kernel's answer carries of ours; null when nothing, or the page keeps it to itself. */
export function pieceIn(reply: { payload?: unknown }): LastPiece | null {
  const payload = peek(reply, 'payload');
  const entry: { source?: unknown; piece?: unknown; events?: unknown } | undefined = Array.isArray(payload)
    ? payload.filter(isObject).find((carried: { source?: unknown }) => peek(carried, 'source') === SOURCE)
    : undefined;
  const piece = peek(entry, 'piece');
  const text = peek(entry, 'events');
  return typeof piece === 'number' && typeof text === 'string' ? { piece, text } : null;
}
