import type { ComponentChild } from 'preact';
import { h } from 'preact';
import type { CellMark, Decision, ProposalView } from '../../wire/notebook-view.ts';
import type { Ear } from '../shared/real-press.ts';
import { AgentName, ofAgent, whenPressed } from './parts.ts';
import { ProposalCard } from './proposal-card.ts';

interface CellLayerProps {
  marks: CellMark[];
  proposals: ProposalView[];
  /** The one that is open; the others are chips at their cells. */
  openProposal: string | null;
  /** Of the open one. */
  ear: Ear;
  accept: { current: ((event: Event) => void) | null };
  open: (proposalId: string) => void;
  decide: (proposalId: string, decision: Decision) => Promise<void>;
  resized: () => void;
}

const MARK_WORDS: Record<CellMark['kind'], string> = { touched: '', running: ' · running', proposal: '' };

/** What stands at cells: put in place by `Placement`, by the attributes `data-at` and `data-cell`. */
export function CellLayer({
  marks,
  proposals,
  openProposal,
  ear,
  accept,
  open,
  decide,
  resized,
}: CellLayerProps): ComponentChild {
  return h(
    'div',
    { class: 'stage' },
    marks.map((mark) =>
      h(
        'div',
        {
          key: `${mark.kind}:${mark.cellId}`,
          ...ofAgent(mark.agent, `mark ${mark.kind}`),
          'aria-hidden': 'true',
          'data-at': 'mark',
          'data-cell': mark.cellId,
        },
        h('span', { class: 'tag' }, h(AgentName, { agent: mark.agent }), MARK_WORDS[mark.kind]),
      ),
    ),
    proposals.map((proposal) => {
      const isOpen = proposal.id === openProposal;
      return h(
        'div',
        {
          key: proposal.id,
          class: isOpen ? 'at-cell' : 'at-cell is-chip',
          'data-at': isOpen ? 'card' : 'chip',
          'data-cell': proposal.cellId,
          'data-proposal': proposal.id,
        },
        isOpen
          ? h(ProposalCard, {
              key: 'card',
              proposal,
              ear,
              accept,
              decide: (decision) => decide(proposal.id, decision),
              resized,
            })
          : h(Chip, { key: 'chip', proposal, open: () => open(proposal.id) }),
      );
    }),
  );
}

const Chip = ({ proposal: { agent }, open }: { proposal: ProposalView; open: () => void }): ComponentChild =>
  h(
    'button',
    { type: 'button', ...ofAgent(agent, 'chip'), onClick: whenPressed(open) },
    h('span', { class: 'dot' }),
    h(AgentName, { agent }),
    ' proposes a change',
  );
