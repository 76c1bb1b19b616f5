import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Decision, ProposalView } from '../../../wire/notebook-view.ts';
import { AgentName } from '../../shared/agent-name.tsx';
import { cellWords } from '../../shared/call-words.ts';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { DiffView } from './diff-view.tsx';
import { QuotedText } from './quoted-text.tsx';

interface ProposalProps {
  proposal: ProposalView;
  model: PanelModel;
}

/** A change that an agent proposes: what, why, and the user's word on it. */
export function ProposalCard({ proposal, model }: ProposalProps): JSX.Element {
  const { id, agent, place, reason, before, after, isStale } = proposal;
  const [mode, setMode] = useState<'choose' | 'edit' | 'reject'>('choose');
  const card = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isTouched = useRef(false);
  // Whoever has asked for a field wants to write in it; whoever goes back has lost the button that had focus.
  useEffect(() => {
    if (mode !== 'choose') field.current?.focus();
    else if (isTouched.current) card.current?.focus();
    isTouched.current = true;
  }, [mode]);
  const { isBusy, fault, act } = useAct('Your decision did not arrive.');
  const decide = (decision: Decision): void => act(() => model.do('decide', id, decision));
  const button = (label: string, onClick: () => void, kind = ''): JSX.Element => (
    <button type="button" key={label} class={kind} aria-disabled={isBusy} onClick={onClick}>
      {label}
    </button>
  );
  const written = (): string => field.current?.value ?? '';
  const reject = (): void => {
    const comment = written().trim();
    decide(comment === '' ? { verdict: 'reject' } : { verdict: 'reject', comment });
  };
  const what = `a change of ${cellWords(place)}`;
  return (
    <article class="card" ref={card} tabIndex={-1} aria-label={`${agent.name} proposes ${what}`}>
      <p class="words">
        <AgentName name={agent.name} colour={agent.colour} /> proposes {what}
      </p>
      {reason !== null && (
        <QuotedText label="Why" kind="reason">
          {visibleText(reason)}
        </QuotedText>
      )}
      {isStale && (
        <p class="note">
          This cell has changed since. The proposal no longer fits and cannot be accepted as it is.
        </p>
      )}
      <DiffView before={before} after={after} label={what} />
      {mode === 'edit' && (
        <label class="field" key="edit">
          Your version
          <textarea ref={field} rows={8} dir="ltr" spellcheck={false} defaultValue={after} />
        </label>
      )}
      {mode === 'reject' && (
        <label class="field" key="reject">
          Why not? The agent reads this. You can leave it empty.
          <textarea ref={field} rows={2} />
        </label>
      )}
      <div class="acts">
        {mode === 'choose' && [
          !isStale && button('Accept', () => decide({ verdict: 'accept' }), 'filled'),
          !isStale && button('Edit', () => setMode('edit')),
          button('Reject', () => setMode('reject')),
        ]}
        {mode === 'edit' && [
          button('Accept my version', () => decide({ verdict: 'accept', content: written() }), 'filled'),
          button('Back', () => setMode('choose')),
        ]}
        {mode === 'reject' && [
          button('Reject it', reject, 'filled'),
          button('Back', () => setMode('choose')),
        ]}
      </div>
      <Fault fault={fault} />
    </article>
  );
}
