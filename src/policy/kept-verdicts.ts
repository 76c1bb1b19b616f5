import { isRecord } from '../wire/json.ts';
import type { Policy, Verdict } from './policy.ts';
import { CALL_CLASSES } from './policy.ts';

type Verdicts = Policy['verdicts'];

/** What holds for notebooks without a word of their own, in storage.local under this key. */
export const DEFAULT_VERDICTS_KEY = 'defaultVerdicts';

const VERDICTS: readonly Verdict[] = ['allow', 'ask', 'deny', 'propose'];

/** What was kept by a version of before may lack a class, and what comes from a page may be anything. */
export function verdictsIn(value: unknown, otherwise: Verdicts): Verdicts {
  if (!isRecord(value)) return otherwise;
  const known = CALL_CLASSES.flatMap((one) => {
    const verdict = VERDICTS.find((other) => other === value[one]);
    return verdict ? [[one, verdict] as const] : [];
  });
  return { ...otherwise, ...Object.fromEntries(known) };
}
