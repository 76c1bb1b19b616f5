import type { JSX } from 'preact';
import type { PanelModel } from '../model/panel-model.ts';
import { ProposalCard } from './proposal-card.tsx';
import { QuestionCard } from './question-card.tsx';

/** What waits for the user, oldest first: the first asked is the first that an agent waits for. */
export function NeedsYou({ model }: { model: PanelModel }): JSX.Element | null {
  const questions = model.view?.questions ?? [];
  const proposals = model.view?.proposals ?? [];
  if (questions.length + proposals.length === 0) return null;
  return (
    <section class="needs-you" aria-labelledby="needs-you" data-focus-home="needs-you">
      <h2 id="needs-you" tabIndex={-1}>
        Needs you
      </h2>
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} model={model} />
      ))}
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} model={model} />
      ))}
    </section>
  );
}
