import type { JournalEntry } from '../../journal/journal.ts';
import type { Policy } from '../../policy/policy.ts';
import { ALLOW_ALL, denying } from '../../policy/policy.ts';
import type { LinkState } from '../../wire/messages.ts';
import type { TabState } from '../../wire/pushed-state.ts';

/** What the user does in the popup. */
export interface PopupActions {
  connect: (pasted: string) => void;
  disconnect: (linkId: string) => void;
  /** Lets a link back that the user has sent away. */
  allow: (linkId: string) => void;
  setPolicy: (policy: Policy) => void;
}

/** The popup's elements, and how state becomes visible in them. */
export class PopupView {
  readonly #summary = part('summary', HTMLElement);
  readonly #list = part('links', HTMLElement);
  readonly #activity = part('activity', HTMLElement);
  readonly #controls = part('policy', HTMLElement);
  readonly #pause = part('pause', HTMLButtonElement);
  readonly #readOnly = part('read-only', HTMLInputElement);
  readonly #form = part('connect', HTMLFormElement);
  readonly #address = part('address', HTMLInputElement);
  readonly #fault = part('fault', HTMLElement);
  #shown: TabState | null = null;
  #policy: Policy = ALLOW_ALL;

  say(summary: string): void {
    this.#shown = null;
    this.#summary.textContent = summary;
  }

  sayFault(fault: string): void {
    this.#fault.textContent = fault;
  }

  /** What was typed is needed again when it did not work. */
  clearAddress(): void {
    this.#address.value = '';
  }

  listen({ connect, disconnect, allow, setPolicy }: PopupActions): void {
    this.#form.hidden = false;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      connect(this.#address.value);
    });
    this.#list.addEventListener('click', ({ target }) => {
      const chosen = target instanceof HTMLElement ? target.dataset : {};
      if (chosen.disconnect !== undefined) disconnect(chosen.disconnect);
      if (chosen.allow !== undefined) allow(chosen.allow);
    });
    // Kept at once: a second click may come before the first has been shown.
    const change = (part: Partial<Policy>): void => {
      this.#policy = { ...this.#policy, ...part };
      setPolicy(this.#policy);
    };
    this.#pause.addEventListener('click', () => change({ paused: !this.#policy.paused }));
    this.#readOnly.addEventListener('change', () => {
      change({ verdicts: (this.#readOnly.checked ? denying('edit', 'run') : ALLOW_ALL).verdicts });
    });
  }

  /** Only what changed: a button must not be replaced under the user's pointer. */
  show(state: TabState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#shown)) return;
    const { links, policy } = state;
    if (JSON.stringify(links) !== JSON.stringify(this.#shown?.links)) {
      this.#list.replaceChildren(...links.map(row));
    }
    this.#shown = state;
    this.#summary.textContent = summaryOf(state);
    this.#policy = policy;
    this.#controls.hidden = links.length === 0;
    if (links.length === 0) this.#activity.hidden = true;
    this.#pause.textContent = policy.paused ? 'Resume' : 'Pause';
    this.#readOnly.checked = isReadOnly(policy);
  }

  showActivity(now: JournalEntry | null, last: JournalEntry | null): void {
    const shown = now ?? last;
    this.#activity.hidden = shown === null;
    if (shown) this.#activity.textContent = now ? `Now: ${shown.name}` : `Last: ${describe(shown)}`;
  }
}

const isReadOnly = ({ verdicts }: Policy): boolean => verdicts.edit === 'deny' && verdicts.run === 'deny';

function describe({ name, outcome, durationMs }: JournalEntry): string {
  const seconds = ((durationMs ?? 0) / 1000).toFixed(1);
  return outcome === 'ok' ? `${name}, ${seconds} s` : `${name}, ${seconds} s (${outcome})`;
}

function summaryOf({ links, waitingForConsent, policy }: TabState): string {
  if (waitingForConsent.length > 0)
    return `A program on port ${waitingForConsent.join(', ')} waits for your answer in the notebook. Reload the tab if it shows no question.`;
  if (links.some((link) => link.phase === 'open' && link.refused === null)) {
    if (policy.paused) return 'Paused: your agent can begin nothing in this notebook. What runs goes on.';
    return isReadOnly(policy)
      ? 'Your agent can read this notebook, and nothing else.'
      : 'Your agent can work in this notebook.';
  }
  if (links.some(({ refused }) => refused === null)) return 'Not connected yet.';
  return 'No agent is connected to this notebook.';
}

function row(link: LinkState): HTMLElement {
  const item = document.createElement('li');
  const dot = document.createElement('span');
  const isOn = link.phase === 'open' && link.refused === null;
  dot.className = `dot ${isOn ? (link.busy ? 'working' : 'open') : link.detail ? 'trouble' : ''}`;
  const words = document.createElement('div');
  const title = document.createElement('div');
  title.textContent = `${stateWord(link)} · port ${link.port}`;
  words.append(title);
  if (link.detail && link.refused === null) {
    const detail = document.createElement('p');
    detail.className = 'detail';
    // An open one may have something to say too: that one of its halves is out of date.
    detail.textContent = link.phase === 'open' ? link.detail : `${link.detail} Trying again by itself.`;
    words.append(detail);
  }
  const choice = document.createElement('button');
  choice.textContent = link.refused === null ? 'Disconnect' : 'Connect again';
  choice.dataset[link.refused === null ? 'disconnect' : 'allow'] = link.linkId;
  item.append(dot, words, choice);
  return item;
}

const REFUSED_WORDS = {
  disconnected: 'Disconnected by you',
  'not-now': 'Not allowed by you',
  stopped: 'Stopped by you',
};

function stateWord({ phase, busy, refused }: LinkState): string {
  if (refused !== null) return REFUSED_WORDS[refused];
  if (phase === 'open') return busy ? 'Working' : 'Connected';
  if (phase === 'server-busy') return 'Server is busy';
  if (phase === 'no-notebook') return 'Waiting for the notebook';
  return phase === 'connecting' ? 'Connecting' : 'Not reachable';
}

function part<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The popup has no #${id}.`);
  return found;
}
