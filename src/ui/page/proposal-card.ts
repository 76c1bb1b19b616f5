import type { ComponentChild } from 'preact';
import { h } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Decision, ProposalView } from '../../wire/notebook-view.ts';
import type { Ear } from '../shared/real-press.ts';
import { shortcutWords } from '../shared/shortcut.ts';
import { shortText, shownText } from '../shared/shown-text.ts';
import type { DiffPart } from '../shared/word-diff.ts';
import { wordDiff } from '../shared/word-diff.ts';
import { AgentName, nameOf, ofAgent, Scrollable, whatWentWrong } from './parts.ts';

interface ProposalCardProps {
  proposal: ProposalView;
  ear: Ear;
  /** How the key that accepts gets here. */
  accept: { current: ((event: Event) => void) | null };
  /** Fails with what could not be done. */
  decide: (decision: Decision) => Promise<void>;
  /** The card has another size. */
  resized: () => void;
}

const REASON_CHARS = 600;

type Mode = 'looking' | 'editing' | 'rejecting';

/** A change of a cell that an agent proposes. To be given the proposal's id as its key. */
export function ProposalCard({
  proposal,
  ear,
  accept: byKey,
  decide,
  resized,
}: ProposalCardProps): ComponentChild {
  const { agent, place, reason, isStale } = proposal;
  const [mode, setMode] = useState<Mode>('looking');
  const [own, setOwn] = useState(proposal.after);
  const [comment, setComment] = useState('');
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const card = useRef<HTMLElement>(null);
  const field = useRef<HTMLElement>(null);
  const isNew = useRef(true);
  useLayoutEffect(() => ear.shown(), [ear]);
  useLayoutEffect(() => {
    // The button that was pressed is gone; somebody who has pressed none keeps his focus.
    if (!isNew.current) (field.current ?? card.current)?.focus();
    isNew.current = false;
    resized();
  }, [mode, resized]);

  const send = (decision: Decision) => (event: Event) => {
    if (isSent || !ear.hears(event)) return;
    setSent(true);
    setError(null);
    decide(decision).catch((thrown: unknown) => {
      setSent(false);
      setError(`This was not done: ${whatWentWrong(thrown)}`);
    });
  };
  const go = (next: Mode) => (event: Event) => {
    if (ear.hears(event)) setMode(next);
  };
  const accept = send(mode === 'editing' ? { verdict: 'accept', content: own } : { verdict: 'accept' });
  useLayoutEffect(() => {
    byKey.current = isStale || mode === 'rejecting' ? null : accept;
    return () => {
      byKey.current = null;
    };
  });
  const reject = send(
    comment.trim() === '' ? { verdict: 'reject' } : { verdict: 'reject', comment: comment.trim() },
  );
  const button = (
    label: string,
    onClick: (event: Event) => void,
    more: Record<string, unknown> = {},
  ): ComponentChild =>
    h(
      'button',
      { type: 'button', class: 'text-button', 'aria-disabled': isSent ? 'true' : 'false', onClick, ...more },
      label,
    );
  const strong = {
    class: 'text-button strong accept',
    title: `Accept (${shortcutWords('Enter')})`,
    'aria-keyshortcuts': shortcutWords('Enter'),
  };
  const title = place === null ? 'a cell' : `cell ${place}`;

  return h(
    'section',
    {
      ref: card,
      ...ofAgent(agent, 'card proposal'),
      'aria-label': `${nameOf(agent)} proposes a change of ${title}`,
      tabIndex: -1,
      'data-waits': 'true',
    },
    h('h2', {}, h('span', { class: 'dot' }), h(AgentName, { agent }), ` proposes a change of ${title}`),
    reason === null ? null : h('p', { class: 'reason' }, shortText(reason, REASON_CHARS)),
    isStale
      ? h(
          'p',
          { class: 'stale' },
          'The cell has changed since, so this cannot be accepted any more. Reject it, and the agent can look again.',
        )
      : null,
    mode === 'editing'
      ? h('textarea', {
          ref: field,
          class: 'own',
          'aria-label': `Your version of ${title}`,
          spellcheck: false,
          rows: Math.min(14, own.split('\n').length + 1),
          value: own,
          onInput: ({ currentTarget }: InputEvent) => setOwn(textOf(currentTarget)),
        })
      : h(Difference, { proposal }),
    mode === 'rejecting'
      ? h(
          'form',
          {
            onSubmit: (event: SubmitEvent) => {
              event.preventDefault();
              reject(event);
            },
          },
          h('input', {
            ref: field,
            class: 'why',
            type: 'text',
            maxLength: 500,
            'aria-label': 'Why not? The agent is told.',
            placeholder: 'Why not? (the agent is told; may stay empty)',
            value: comment,
            onInput: ({ currentTarget }: InputEvent) => setComment(textOf(currentTarget)),
          }),
        )
      : null,
    error === null ? null : h('p', { class: 'error', role: 'alert' }, error),
    h(
      'div',
      { class: 'choices' },
      mode === 'looking' && !isStale ? button('Accept', accept, strong) : null,
      mode === 'looking' && !isStale ? button('Edit', go('editing')) : null,
      mode === 'looking' ? button('Reject', go('rejecting')) : null,
      mode === 'editing' && !isStale ? button('Accept my version', accept, strong) : null,
      mode === 'rejecting' ? button('Reject', reject, { class: 'text-button strong' }) : null,
      mode === 'looking' ? null : button('Back', go('looking')),
    ),
  );
}

function Difference({ proposal: { before, after, place } }: { proposal: ProposalView }): ComponentChild {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  return h(
    Scrollable,
    { label: place === null ? 'The difference' : `The difference in cell ${place}` },
    h('pre', { class: 'difference' }, parts.map(partOf)),
  );
}

const partOf = ({ kind, text }: DiffPart): ComponentChild | string => {
  if (kind === 'same') return shownText(text);
  if (kind === 'gap') return h('span', { class: 'gap' }, text);
  return h(kind === 'added' ? 'ins' : 'del', {}, shownText(text));
};

const textOf = (field: EventTarget | null): string =>
  field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : '';
