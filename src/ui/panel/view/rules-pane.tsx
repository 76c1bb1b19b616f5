import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Policy } from '../../../policy/policy.ts';
import { CALL_CLASSES } from '../../../policy/policy.ts';
import { Fault } from '../../shared/fault.tsx';
import { policyLine } from '../../shared/policy-words.ts';
import { tellWorker } from '../../shared/tell.ts';
import { useAct } from '../../shared/use-act.ts';
import { VerdictField } from '../../shared/verdict-field.tsx';
import type { PanelModel } from '../model/panel-model.ts';
import { Offers } from './offers.tsx';

type Scope = 'notebook' | 'default';

/** What agents may do, here and elsewhere; and how Cellwire behaves. */
export function RulesPane({ model }: { model: PanelModel }): JSX.Element {
  const [scope, setScope] = useState<Scope>('notebook');
  const { fault, act } = useAct('Not changed.');
  const { state, tabId, subject } = model;
  const hasNotebook = subject === 'notebook';
  const shown = hasNotebook ? scope : 'default';
  const verdicts = shown === 'default' ? state.defaultVerdicts : state.policy.verdicts;
  const isOwn = shown === 'notebook' && !state.isDefaultPolicy;
  const setPolicy = async (policy: Policy | null): Promise<void> => {
    if (tabId !== null) await tellWorker({ to: 'worker', type: 'popup-policy', tabId, policy });
  };
  const set = (changed: Policy['verdicts']): void =>
    act(() =>
      shown === 'default'
        ? tellWorker({ to: 'worker', type: 'default-policy', verdicts: changed })
        : setPolicy({ ...state.policy, verdicts: changed }),
    );
  return (
    <>
      <section aria-labelledby="rules">
        <h2 id="rules">What agents may do</h2>
        {hasNotebook && <ScopeChoice scope={scope} setScope={setScope} />}
        <p class="note" role="status">
          {policyLine(verdicts)} {shown === 'notebook' && !isOwn && 'This is the default.'}
        </p>
        <p class="fine">
          {shown === 'default'
            ? 'For notebooks that you have said nothing else about.'
            : 'For this notebook only. What you set here counts before the default.'}
        </p>
        {CALL_CLASSES.map((one) => (
          <VerdictField
            key={`${shown}-${one}`}
            callClass={one}
            verdict={verdicts[one]}
            setVerdict={(verdict) => set({ ...verdicts, [one]: verdict })}
          />
        ))}
        {isOwn && (
          <button type="button" class="text" onClick={() => act(() => setPolicy(null))}>
            Follow the default again
          </button>
        )}
        <Fault fault={fault} />
      </section>
      {model.view && <Offers model={model} follows={model.view.follows} />}
    </>
  );
}

function ScopeChoice(props: { scope: Scope; setScope: (scope: Scope) => void }): JSX.Element {
  const choice = (scope: Scope, label: string): JSX.Element => (
    <label>
      <input
        type="radio"
        name="scope"
        checked={props.scope === scope}
        onChange={() => props.setScope(scope)}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset class="segments">
      <legend class="hidden">Where these rules hold</legend>
      {choice('notebook', 'This notebook')}
      {choice('default', 'By default')}
    </fieldset>
  );
}
