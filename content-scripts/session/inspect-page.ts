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

/** Who waits is a person at a terminal, who has to find the tab first. */
const PATIENT = { subject: null, answerWithinMs: 10 * 60_000 };

/** A request for the canary or the shape of the page goes the way of every call: may it? is written down, and done. */
export async function inspectPage(
  { inspection }: Pick<OpenNotebook, 'inspection'>,
  method: string,
  params: Record<string, unknown>,
  { rules, signal, progress }: Asking,
): Promise<InspectionAnswer> {
  try {
    if (method !== CANARY_METHOD) {
      const call = { name: 'page_shape', effect: 'reads' as const, ...PATIENT };
      return { shape: await performCall(call, rules, () => inspection.shape(), signal) };
    }
    requireAllowed(rules.policy);
    const call = { name: 'canary', effect: 'controls' as const, ...PATIENT };
    const work = () =>
      inspection.canary(wishIn(params), (update) => {
        if ('state' in update) progress(update.state);
      });
    return { report: await performCall(call, rules, work, signal) };
  } catch (thrown) {
    return { failure: forPeople(Failure.from(thrown)).toData() };
  }
}

/** What an agent is told to do after a no is not what the person does who asked for this. */
function forPeople(failure: Failure): Failure {
  const { kind, message } = failure;
  if (kind === 'denied') return new Failure(kind, message, ALLOW_AND_START);
  return kind === 'paused' ? new Failure(kind, message, RESUME_AND_START) : failure;
}

const ALLOW_AND_START =
  "Allow it when the notebook's tab asks, or in Cellwire's side panel there, and start it again.";
const RESUME_AND_START = "Press Resume in the notebook's tab, and start it again.";

/** It does dozens of changes and runs: nobody wants to be asked about each. */
function requireAllowed({ paused, verdicts }: Policy): void {
  const missing = CANARY_DOES.find((one) => verdicts[one] !== 'allow');
  if (paused || missing === undefined) return;
  throw new Failure(
    'denied',
    `The canary changes and runs cells of a scratch notebook, and you do not let agents ${CLASS_WORDS[missing]} without being asked; nothing was done.`,
    ALLOW_AND_START,
  );
}

function wishIn({ only }: Record<string, unknown>): CanaryWish {
  const names: unknown[] = Array.isArray(only) ? only : [];
  const chosen = names.filter((name) => typeof name === 'string');
  return chosen.length > 0 ? { only: chosen } : {};
}
