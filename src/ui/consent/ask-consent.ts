import { agentName } from '../../agents/agent.ts';
import { keepKeys } from '../shared/own-keys.ts';
import { Ear } from '../shared/real-press.ts';
import { isShortcut, shortcutWords } from '../shared/shortcut.ts';
import { keepShown } from './keep-shown.ts';
import { consentStyles } from './styles.ts';

/** `unanswered`: the question was withdrawn, or the page did not let it stand. It is not a refusal, nor consent. */
export type ConsentAnswer = 'once' | 'always' | 'refused' | 'unanswered';

/** Who asks. */
export interface Asker {
  port: number;
  /** What the agent calls itself. */
  agent: string;
  /** Nothing but a web page, or a program that took the place of another, vouches for it. */
  isSuspect: boolean;
}

const HOST = 'cellwire-consent';

const SUSPECT =
  'Nothing shows that your agent asks for this: a web page may have opened it, or another program may have taken the place of your agent’s. Allow it only if you have just asked your agent to connect.';

/** Whether such a question stands in this page now. */
export const isAskingConsent = (): boolean => open > 0;
let open = 0;

/**
 * Asks the user, in the page, whether the program on this port may work in this notebook. The question lives
 * in a closed shadow root in the top layer and takes only real clicks: the page can neither read nor press it.
 * It takes the focus only where nobody has it; who is typing gets there by a key.
 */
export function askConsent(asker: Asker, withdrawn: AbortSignal): Promise<ConsentAnswer> {
  return askInCard(questionOf(asker), CHOICES, withdrawn);
}

export interface Choice<Answer> {
  label: string;
  answer: Answer;
  className?: string;
}

const CHOICES: ReadonlyArray<Choice<ConsentAnswer>> = [
  { label: 'Allow once', answer: 'once', className: 'strong' },
  { label: 'Always for this notebook', answer: 'always' },
  { label: 'Not now', answer: 'refused' },
];

/** The same for any question. */
export async function askInCard<Answer>(
  card: HTMLElement,
  choices: ReadonlyArray<Choice<Answer>>,
  withdrawn: AbortSignal,
): Promise<Answer | 'unanswered'> {
  if (withdrawn.aborted) return 'unanswered';
  const host = document.createElement('div');
  host.id = HOST;
  const root = host.attachShadow({ mode: 'closed' });
  root.adoptedStyleSheets = [consentStyles()];
  const ear = new Ear();

  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = (answer: Answer | 'unanswered'): void => {
      takeAway();
      leave(answer);
    };
    const leave = (answer: Answer | 'unanswered'): void => {
      ended.abort();
      open -= 1;
      resolve(answer);
    };
    const buttonOf = ({ label, answer, className = '' }: Choice<Answer>): HTMLButtonElement => {
      const button = element('button', `text-button ${className}`.trim(), label);
      button.addEventListener('click', (event) => {
        if (ear.hears(event)) end(answer);
      });
      return button;
    };
    const goThere = (event: KeyboardEvent): void => {
      if (!isShortcut(event, 'a')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      card.focus();
    };

    const buttons = element('div', 'choices');
    buttons.append(...choices.map(buttonOf));
    card.append(buttons);
    root.append(card);
    const takeAway = keepShown(host, {
      shown: () => {
        ear.shown();
        if (isNobodysFocus()) card.focus();
      },
      givenUp: () => leave('unanswered'),
    });
    open += 1;
    window.addEventListener('keydown', goThere, { capture: true, signal: ended.signal });
    keepKeys(host, ended.signal);
    withdrawn.addEventListener('abort', () => end('unanswered'), { once: true, signal: ended.signal });
  });
}

function questionOf(asker: Asker): HTMLElement {
  const card = cardFor(asker, 'Cellwire asks for access to this notebook', 'work in this notebook?');
  const abilities = element('ul', '');
  for (const ability of [
    'read all cells and their outputs',
    'change, add and delete cells',
    'run code on your runtime',
  ]) {
    abilities.append(element('li', '', ability));
  }
  card.append(
    element('p', '', 'It will be able to'),
    abilities,
    element(
      'p',
      'soft',
      `You see what it does, and can pause it, undo its changes and disconnect it at any time. ${shortcutWords('a')} brings you to this question.`,
    ),
  );
  return card;
}

/** Who asks, and for what, as in "May … work in this notebook?". */
export function cardFor({ port, agent, isSuspect }: Asker, label: string, wish: string): HTMLElement {
  const card = element('section', 'ui card');
  card.setAttribute('role', 'alertdialog');
  card.setAttribute('aria-label', label);
  card.setAttribute('aria-keyshortcuts', shortcutWords('a'));
  card.tabIndex = -1;

  const name = agentName(agent);
  const heading = element('h2', '');
  heading.append('May ', element('bdi', '', name), ` ${wish}`);
  const asker = element('p', 'soft');
  asker.append(
    'This is what the program calls itself; Cellwire cannot check it. It runs on this computer, at ',
    element('strong', '', `localhost:${port}`),
    '.',
  );
  const alert = element('div', 'asker');
  // Read out though the focus stays where it is.
  alert.setAttribute('role', 'alert');
  alert.append(heading, asker);
  if (isSuspect) alert.append(element('p', 'suspect', SUSPECT));
  card.append(element('p', 'brand', 'Cellwire'), alert);
  return card;
}

/** Who types, or is at a control or a cell, is left there. */
function isNobodysFocus(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement === document.documentElement
  );
}

export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
