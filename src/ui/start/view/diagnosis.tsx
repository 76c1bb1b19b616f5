import type { JSX } from 'preact';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';
import type { Check, Grade } from '../model/diagnosis.ts';
import { diagnose } from '../model/diagnosis.ts';
import { diagnosisText } from '../model/diagnosis-text.ts';
import type { Facts } from '../model/facts.ts';
import { CopyButton } from './copy-button.tsx';

const GRADES: Record<Grade, string> = { ok: 'OK', warning: 'Warning', failure: 'Failure' };

/** How everything stands, and what to do about what does not stand well. */
export function Diagnosis({ facts }: { facts: Facts }): JSX.Element {
  const checks = diagnose(facts);
  const asking = useAct('No access was given.');
  const giveAccess = async (): Promise<void> => {
    const isGiven = await chrome.permissions.request({ origins: facts.missingSites });
    if (!isGiven) throw new Error('The browser, or you, said no.');
  };
  return (
    <>
      <p class="fine">
        How Cellwire stands in this browser; it follows by itself. <code>npx cellwire doctor</code> looks at
        the other side: the bridge, and your agents.
      </p>
      <ul class="checks">
        {checks.map((check) => (
          <CheckRow key={check.id} check={check} />
        ))}
      </ul>
      <div class="acts">
        <CopyButton label="Copy as text" describes="the diagnosis" text={() => diagnosisText(checks)} />
        {facts.missingSites.length > 0 && (
          <button type="button" class="filled" onClick={() => asking.act(giveAccess)}>
            Give access
          </button>
        )}
      </div>
      <Fault fault={asking.fault} />
    </>
  );
}

function CheckRow({ check: { grade, title, words, mend } }: { check: Check }): JSX.Element {
  return (
    <li class={`check-row ${grade}`}>
      <span class="grade">{GRADES[grade]}</span>
      <b>{title}</b>
      <p dir="auto">{words}</p>
      {mend !== null && <p class="mend">{mend}</p>}
    </li>
  );
}
