import type { Output } from '../../src/notebook/cell.ts';
import type { OutputPatch, RunUpdate } from '../../src/notebook/run-update.ts';
import type { Secrets } from '../../src/secrets/secrets.ts';

/**
 * What code shows is freed of secrets before it is kept: whoever reads it later may choose where it is cut, and half a
 * secret is none that could be found.
 */
export function scrubUpdate(update: RunUpdate, secrets: Secrets): RunUpdate {
  if (secrets.names.length === 0 || !('patches' in update)) return update;
  return { patches: update.patches.map((patch) => scrubPatch(patch, secrets)) };
}

function scrubPatch(patch: OutputPatch, secrets: Secrets): OutputPatch {
  if (patch.op === 'append') return { ...patch, text: secrets.text(patch.text) };
  if (patch.op === 'cut') return patch;
  const { output_type, ...rest } = patch.output;
  const output: Output = { ...secrets.data(rest), output_type };
  return { ...patch, output };
}
