import type { ComponentChild } from 'preact';
import { h } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Answer, Question, QuotedCell } from '../../policy/questions.ts';
import type { Ear } from '../shared/real-press.ts';
import { shortcutWords } from '../shared/shortcut.ts';
import { shortText, shownText } from '../shared/shown-text.ts';
import { AgentName, ofAgent, Scrollable, whatWentWrong } from './parts.ts';

interface AskCardProps {
  question: Question;
  count: number;
  ear: Ear;
  /** Fails with what could not be done. */
  answer: (answer: Answer) => Promise<void>;
}

const WISH_CHARS = 300;

const CHOICES: ReadonlyArray<{ label: string; answer: Answer; className: string }> = [
  { label: 'Allow once', answer: 'once', className: 'text-button strong' },
  { label: 'Allow for this session', answer: 'session', className: 'text-button' },
  { label: 'Deny', answer: 'deny', className: 'text-button' },
];

/** A call that waits until the user has allowed it. To be given the question's id as its key: each has its own deaf moment. */
export function AskCard({ question, count, ear, answer }: AskCardProps): ComponentChild {
  const { agent, wish, cells } = question;
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useLayoutEffect(() => ear.shown(), [ear]);

  const choose = (choice: Answer) => (event: Event) => {
    if (isSent || !ear.hears(event)) return;
    setSent(true);
    setError(null);
    answer(choice).catch((thrown: unknown) => {
      setSent(false);
      setError(`Your answer did not arrive: ${whatWentWrong(thrown)}`);
    });
  };
  return h(
    'section',
    {
      ...ofAgent(agent, 'card ask'),
      role: 'alertdialog',
      'aria-label': 'Cellwire: an agent waits for your answer',
      tabIndex: -1,
      'data-waits': 'true',
    },
    h(
      'div',
      { role: 'alert' },
      h(
        'p',
        { class: 'top soft' },
        h('span', {}, 'Waits for your answer'),
        count > 1 ? h('span', {}, `1 of ${count}`) : null,
      ),
      h('h2', {}, h('span', { class: 'dot' }), h(AgentName, { agent }), ` ${shortText(wish, WISH_CHARS)}`),
    ),
    h(
      'div',
      { class: 'quotes' },
      cells.map((cell) => h(Quote, { key: cell.cellId, cell })),
    ),
    error === null ? null : h('p', { class: 'error', role: 'alert' }, error),
    h('p', { class: 'soft' }, `${shortcutWords('a')} brings you here and back.`),
    h(
      'div',
      { class: 'choices' },
      CHOICES.map(({ label, answer: choice, className }) =>
        h(
          'button',
          {
            type: 'button',
            key: choice,
            class: className,
            'aria-disabled': isSent ? 'true' : 'false',
            onClick: choose(choice),
          },
          label,
        ),
      ),
    ),
  );
}

function Quote({ cell: { place, kind, text, isCut } }: { cell: QuotedCell }): ComponentChild {
  const title = `${place === null ? 'A cell' : `Cell ${place}`} · ${kind === 'code' ? 'code' : 'text'}`;
  return h(
    'figure',
    { class: 'quote' },
    h('figcaption', { class: 'soft' }, title),
    h(Scrollable, { label: title }, h('pre', {}, text === '' ? h('em', {}, '(empty)') : shownText(text))),
    isCut
      ? h(
          'p',
          { class: 'cut' },
          'Only the beginning is shown here. What is in the notebook already can be read there; the rest of a new text cannot.',
        )
      : null,
  );
}
