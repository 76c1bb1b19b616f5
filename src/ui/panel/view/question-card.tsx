import type { JSX } from 'preact';
import type { Answer, Question, QuotedCell } from '../../../policy/questions.ts';
import { AgentName } from '../../shared/agent-name.tsx';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { QuotedText } from './quoted-text.tsx';

interface QuestionProps {
  question: Question;
  model: PanelModel;
}

/** A call that waits: who wants what, the cells in full sight, and the answers. */
export function QuestionCard({ question, model }: QuestionProps): JSX.Element {
  const { id, agent, wish, cells } = question;
  const { isBusy, fault, act } = useAct('Your answer did not arrive.');
  const answer = (label: string, word: Answer, kind: string): JSX.Element => (
    <button
      type="button"
      class={kind}
      aria-disabled={isBusy}
      onClick={() => act(() => model.do('answer', id, word))}
    >
      {label}
    </button>
  );
  return (
    <article class="card" aria-label={`${agent.name} ${wish}`}>
      <p class="words">
        <AgentName name={agent.name} colour={agent.colour} /> {visibleText(wish)}
      </p>
      {cells.map((cell) => (
        <Quote key={cell.cellId} cell={cell} />
      ))}
      <div class="acts">
        {answer('Allow once', 'once', 'filled')}
        {answer('Allow for this session', 'session', '')}
        {answer('Deny', 'deny', '')}
      </div>
      <Fault fault={fault} />
    </article>
  );
}

function Quote({ cell: { place, kind, text, isCut } }: { cell: QuotedCell }): JSX.Element {
  const what = `${place === null ? 'A cell' : `Cell ${place}`} · ${kind === 'code' ? 'code' : 'text'}`;
  return (
    <figure>
      <figcaption class="fine">{what}</figcaption>
      <QuotedText label={what}>{visibleText(text)}</QuotedText>
      {isCut && (
        <p class="fine">
          Only the beginning is shown here. What is in the notebook already can be read there; the rest of a
          new text cannot.
        </p>
      )}
    </figure>
  );
}
