import { keepShown } from './keep-shown.ts';
import { consentStyles } from './styles.ts';

/** `unanswered`: the question was withdrawn, or the page did not let it stand. It is not a refusal, nor consent. */
export type ConsentAnswer = 'once' | 'always' | 'refused' | 'unanswered';

/** Who asks. */
export interface Asker {
  port: number;
  /** What the agent calls itself. */
  agent: string;
}

/** A click in the first moments may have been meant for what was under the pointer before. */
const DEAF_MS = 500;

const HOST = 'cellwire-consent';

/**
 * Asks the user, in the page, whether the program on this port may work in this notebook. The question lives
 * in a closed shadow root in the top layer and takes only real clicks: the page can neither read nor press it.
 */
export async function askConsent({ port, agent }: Asker, withdrawn: AbortSignal): Promise<ConsentAnswer> {
  if (withdrawn.aborted) return 'unanswered';
  const host = document.createElement('div');
  host.id = HOST;
  const root = host.attachShadow({ mode: 'closed' });
  root.adoptedStyleSheets = [consentStyles()];
  let shownAt = Number.POSITIVE_INFINITY;

  return new Promise((resolve) => {
    const end = (answer: ConsentAnswer): void => {
      takeAway();
      resolve(answer);
    };
    const choice = (label: string, answer: ConsentAnswer, className: string): HTMLButtonElement => {
      const button = element('button', className, label);
      button.addEventListener('click', (event) => {
        if (!event.isTrusted || performance.now() - shownAt < DEAF_MS) return;
        end(answer);
      });
      return button;
    };

    const card = element('section', 'card', '');
    card.setAttribute('role', 'alertdialog');
    card.setAttribute('aria-label', 'Cellwire asks for access to this notebook');
    const choices = element('div', 'choices', '');
    choices.append(
      choice('Not now', 'refused', ''),
      choice('Allow once', 'once', ''),
      choice('Always allow here', 'always', 'strong'),
    );
    card.append(
      element('p', 'brand', 'Cellwire'),
      element('h2', '', `May ${agent} work in this notebook?`),
      element(
        'p',
        '',
        `A program on this computer (localhost, port ${port}) asks to read, change and run its cells.`,
      ),
      element(
        'p',
        'fine',
        'You see everything it does here, and can disconnect it any time in the Cellwire menu.',
      ),
      choices,
    );
    root.append(card);
    const takeAway = keepShown(host, {
      shown: () => {
        shownAt = performance.now();
      },
      givenUp: () => resolve('unanswered'),
    });
    withdrawn.addEventListener('abort', () => end('unanswered'), { once: true });
  });
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text: string) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
