import type { JSX } from 'preact';
import type { Policy } from '../../../policy/policy.ts';
import { CALL_CLASSES } from '../../../policy/policy.ts';
import { Fault } from '../../shared/fault.tsx';
import { policyLine } from '../../shared/policy-words.ts';
import { tellWorker } from '../../shared/tell.ts';
import { useAct } from '../../shared/use-act.ts';
import { VerdictField } from '../../shared/verdict-field.tsx';

/** The same rules as in the panel, for notebooks that the user has said nothing else about. */
export function DefaultRules({ verdicts }: { verdicts: Policy['verdicts'] }): JSX.Element {
  const { fault, act } = useAct('Not changed.');
  const set = (changed: Policy['verdicts']): void =>
    act(() => tellWorker({ to: 'worker', type: 'default-policy', verdicts: changed }));
  return (
    <>
      <p class="note" role="status">
        {policyLine(verdicts)}
      </p>
      <p class="fine">
        For notebooks that you have said nothing else about. The side panel has the rules of a single
        notebook.
      </p>
      <div class="verdicts">
        {CALL_CLASSES.map((one) => (
          <VerdictField
            key={one}
            callClass={one}
            verdict={verdicts[one]}
            setVerdict={(verdict) => set({ ...verdicts, [one]: verdict })}
          />
        ))}
      </div>
      <Fault fault={fault} />
    </>
  );
}
