import type { CallRules } from '../../src/calls/perform-call.ts';
import { performCall } from '../../src/calls/perform-call.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { CanaryWish } from '../../src/notebook/inspection.ts';
import type { CallClass, Policy } from '../../src/policy/policy.ts';
import { CLASS_WORDS } from '../../src/policy/policy.ts';
import type { InspectionAnswer } from '../../src/wire/inspection.ts';
import { CANARY_METHOD } from '../../src/wire/inspection.ts';
import type { OpenNotebook } from './open-notebook.ts';

interface Asking {
  rules: CallRules;
  signal: AbortSignal;
  progress: (message: string) => void;
}

/** The canary does what these say; that it restarts the runtime is what the user is asked about. */
const CANARY_DOES: readonly CallClass[] = ['edit', 'run', 'files'];

/** A request for the canary or the shape of the page goes the way of every call: may it? is written down, and done. */
export async function inspectPage(
  { inspection }: Pick<OpenNotebook, 'inspection'>,
  method: string,
  params: Record<string, unknown>,
  { rules, signal, progress }: Asking,
): Promise<InspectionAnswer> {
  try {
    if (method !== CANARY_METHOD) {
      const call = { name: 'page_shape', effect: 'reads' as const, subject: null };
      return { shape: await performCall(call, rules, () => inspection.shape(), signal) };
    }
    requireAllowed(rules.policy);
    const call = { name: 'canary', effect: 'controls' as const, subject: null };
    const work = () =>
      inspection.canary(wishIn(params), (update) => {
        if ('state' in update) progress(update.state);
      });
    return { report: await performCall(call, rules, work, signal) };
  } catch (thrown) {
    return { failure: Failure.from(thrown).toData() };
  }
}

/** It does dozens of changes and runs: nobody wants to be asked about each. */
function requireAllowed({ paused, verdicts }: Policy): void {
  const missing = CANARY_DOES.find((one) => verdicts[one] !== 'allow');
  if (paused || missing === undefined) return;
  throw new Failure(
    'denied',
    `The canary changes and runs cells of a scratch notebook, and you do not let agents ${CLASS_WORDS[missing]} without being asked; nothing was done.`,
    "Allow it for this notebook in Cellwire's side panel, then start the canary again.",
  );
}

function wishIn({ only }: Record<string, unknown>): CanaryWish {
  const names: unknown[] = Array.isArray(only) ? only : [];
  const chosen = names.filter((name) => typeof name === 'string');
  return chosen.length > 0 ? { only: chosen } : {};
}
