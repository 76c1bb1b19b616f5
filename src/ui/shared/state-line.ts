import type { LinkState } from '../../wire/messages.ts';
import type { NotebookView } from '../../wire/notebook-view.ts';
import type { TabState } from '../../wire/pushed-state.ts';
import { cellWords, sentenceOf } from './call-words.ts';
import { visibleText } from './visible-text.ts';

/** `needs-you` before all: somebody waits. The tone is a colour beside the words, never instead of them. */
export type Tone = 'idle' | 'ready' | 'working' | 'needs-you' | 'paused' | 'trouble';

export interface StateLine {
  tone: Tone;
  words: string;
}

/** How a notebook and its agents stand, in one line. `view` is null where no session answers. */
export function stateLine(state: TabState, view: NotebookView | null): StateLine {
  return waitsForUser(state, view) ?? paused(state) ?? atWork(view) ?? links(state);
}

function waitsForUser({ links, waitingForConsent }: TabState, view: NotebookView | null): StateLine | null {
  const [port] = waitingForConsent;
  if (port !== undefined) {
    const agents = waitingForConsent.map((waiting) => waitingAgent(links, waiting));
    const words = `${listed(agents)} ${agents.length > 1 ? 'wait' : 'waits'} for your answer in the notebook. Reload the tab if it shows no question.`;
    return { tone: 'needs-you', words: upperFirst(words) };
  }
  const [question] = view?.questions ?? [];
  if (question)
    return { tone: 'needs-you', words: `${visibleText(question.agent.name)} ${visibleText(question.wish)}.` };
  const [proposal] = view?.proposals ?? [];
  if (!proposal) return null;
  const { agent, place } = proposal;
  return {
    tone: 'needs-you',
    words: `${visibleText(agent.name)} proposes a change of ${cellWords(place)}.`,
  };
}

function paused({ links, policy }: TabState): StateLine | null {
  if (!policy.paused || !links.some(isOpen)) return null;
  return { tone: 'paused', words: 'Paused: agents can begin nothing new. What runs goes on.' };
}

function atWork(view: NotebookView | null): StateLine | null {
  const run = view?.runs.find(({ isRunning }) => isRunning);
  if (run) {
    const who = run.agent ? `${visibleText(run.agent.name)} is` : 'You are';
    return { tone: 'working', words: `${who} running ${cellWords(run.place)}.` };
  }
  const [call] = view?.now ?? [];
  if (!call) return null;
  const { who, deed } = sentenceOf(call);
  return { tone: 'working', words: `${who} ${deed}.` };
}

function links({ links, left }: TabState): StateLine {
  const open = links.filter(isOpen);
  if (open.length > 0) {
    const working = open.filter(({ busy }) => busy);
    const some = working.length > 0 ? working : open;
    const words = `${listed(some.map(named))} ${some.length > 1 ? 'are' : 'is'} ${working.length > 0 ? 'working' : 'connected'}.`;
    return { tone: working.length > 0 ? 'working' : 'ready', words: upperFirst(words) };
  }
  const wanted = links.filter(({ refused }) => refused === null);
  const [troubled] = wanted.filter(({ detail }) => detail !== null);
  if (troubled)
    return { tone: 'trouble', words: `${upperFirst(named(troubled))}: ${linkWord(troubled).toLowerCase()}.` };
  if (wanted.length > 0) return { tone: 'idle', words: `Connecting to ${listed(wanted.map(named))}…` };
  if (left.length > 0) {
    const words = `${listed(left.map(visibleText))} ended the connection to this notebook.`;
    return { tone: 'idle', words: upperFirst(words) };
  }
  if (links.length > 0) return { tone: 'idle', words: 'No agent is connected. You can connect again.' };
  return { tone: 'idle', words: 'No agent is connected to this notebook.' };
}

/** How one link stands, in a word or two. */
export function linkWord({ phase, busy, refused }: LinkState): string {
  if (refused === 'stopped') return 'Stopped by you';
  if (refused === 'disconnected') return 'Disconnected by you';
  if (refused === 'not-now') return 'Not allowed by you';
  if (phase === 'open') return busy ? 'Working' : 'Connected';
  if (phase === 'server-busy') return 'Server is busy';
  if (phase === 'no-notebook') return 'Waiting for the notebook';
  return phase === 'connecting' ? 'Connecting' : 'Not reachable';
}

export function linkTone({ phase, busy, refused, detail }: LinkState): Tone {
  if (refused !== null) return 'idle';
  if (phase === 'open') return busy ? 'working' : 'ready';
  return detail === null ? 'idle' : 'trouble';
}

/** What more there is to say of a link. An open one may have something too: that one of its halves is out of date. */
export function linkDetail({ phase, refused, detail }: LinkState): string | null {
  if (detail === null || refused !== null) return null;
  const isTrying = phase !== 'open' && phase !== 'resting';
  return isTrying ? `${visibleText(detail)} Trying again by itself.` : visibleText(detail);
}

/** The socket of a link that the user refused may be open all the same. */
const isOpen = ({ phase, refused }: LinkState): boolean => phase === 'open' && refused === null;

const named = ({ agent }: LinkState): string => visibleText(agent);

function waitingAgent(links: readonly LinkState[], port: number): string {
  const link = links.find((one) => one.port === port);
  return link ? named(link) : `a program on port ${port}`;
}

function listed(names: readonly string[]): string {
  if (names.length <= 1) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
