import { shortcutWords } from '../shared/shortcut.ts';
import type { Asker, Choice } from './ask-consent.ts';
import { askInCard, cardFor, element } from './ask-consent.ts';

export type OthersAnswer = 'allowed' | 'refused' | 'unanswered';

const CHOICES: ReadonlyArray<Choice<OthersAnswer>> = [
  { label: 'Allow', answer: 'allowed', className: 'strong' },
  { label: 'Not now', answer: 'refused' },
];

/** Asks the user whether the program may know which other notebooks are open. */
export function askOthers(asker: Asker, withdrawn: AbortSignal): Promise<OthersAnswer> {
  const card = cardFor(
    asker,
    'Cellwire asks whether an agent may see which other notebooks are open',
    'see which other notebooks are open?',
  );
  card.append(
    element(
      'p',
      '',
      'It will be told the names and addresses of your other open Colab notebooks, and which agents work there, until you close the browser. It cannot read or change them: to work in one, it has to ask you there.',
    ),
    element('p', 'soft', `${shortcutWords('a')} brings you to this question.`),
  );
  return askInCard(card, CHOICES, withdrawn);
}
