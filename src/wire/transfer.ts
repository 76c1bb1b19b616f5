import type { FailureData } from '../notebook/failure.ts';
import { isRecord } from './json.ts';
import { MAX_RESULT_BYTES } from './limits.ts';

/**
 * How a file goes between the runtime and the user's disk. The bridge calls the tool in the tab as ever, with a name
 * for the transfer in `_meta`. The user's policy and the journal see that call alone. When it has been allowed, and as
 * long as it is under way, the tab answers requests of this method that give the same name.
 */
export const TRANSFER_METHOD = 'cellwire/transfer';

/** In `_meta` of a call: which transfer it is. */
export const TRANSFER = 'cellwire/transfer';

export interface TransferMeta {
  /** Made up by the bridge, and hard to guess. */
  name: string;
  /** Of a file that goes to the runtime: how it is called and how long it is. */
  upload: { name: string; bytes: number } | null;
}

/** Null when the call names no transfer: it comes from another server, or needs none. */
export function transferOf(meta: Record<string, unknown> | undefined): TransferMeta | null {
  const given = meta?.[TRANSFER];
  if (!isRecord(given) || typeof given.name !== 'string') return null;
  const { name, upload } = given;
  if (!isRecord(upload)) return { name, upload: null };
  const { name: file, bytes } = upload;
  return typeof file === 'string' && typeof bytes === 'number'
    ? { name, upload: { name: file, bytes } }
    : { name, upload: null };
}

/** What one request carries: as base64, with what is around it, it fits a frame. */
export const CHUNK_BYTES = Math.floor(((MAX_RESULT_BYTES - 1_000) * 3) / 4 / 3) * 3;

/** What the bridge asks for, besides the `transfer` it is about. */
export type TransferStep =
  /** Answered when the call is allowed, with what is known of the file. */
  | { step: 'open' }
  | { step: 'hash'; length?: number | undefined }
  | { step: 'read'; offset: number; length: number }
  | { step: 'cut'; length: number }
  | { step: 'write'; offset: number; base64: string }
  | { step: 'finish'; sha256: string }
  /** The call ends: with this as its result. */
  | { step: 'end'; data: Record<string, unknown> }
  | { step: 'fail'; failure: FailureData; keepPart: boolean };
