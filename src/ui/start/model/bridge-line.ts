import type { StateLine } from '../../shared/state-line.ts';
import { linkWord } from '../../shared/state-line.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { PushedFacts } from './facts.ts';

/** Whether there is a server, and was one before, in one line. */
export function bridgeLine({ states, lastMet }: PushedFacts): StateLine {
  const links = states.flatMap((state) => state.links).filter(({ refused }) => refused === null);
  const open = links.filter(({ phase }) => phase === 'open');
  if (open.length > 0) {
    const names = [...new Set(open.map(({ agent }) => visibleText(agent)))];
    const where = open.length > 1 ? `${open.length} notebooks` : 'a notebook';
    return { tone: 'ready', words: `Connected to ${where}: ${names.join(', ')}.` };
  }
  if (states.some(({ waitingForConsent }) => waitingForConsent.length > 0))
    return { tone: 'needs-you', words: 'A program waits for your answer in its notebook.' };
  const troubled = links.find(({ detail }) => detail !== null);
  if (troubled) {
    const words = `A server on port ${troubled.port} was asked for: ${linkWord(troubled).toLowerCase()}. See the diagnosis below.`;
    return { tone: 'trouble', words };
  }
  const [dialled] = links;
  if (dialled) return { tone: 'idle', words: `Connecting to the server on port ${dialled.port}…` };
  if (!lastMet)
    return {
      tone: 'idle',
      words: 'No bridge has been seen yet. Steps 2 and 3 bring one, and this line will say so.',
    };
  const words = `${serverWord(lastMet.isOurBridge)} was here last on ${timeWord(lastMet.at)}, with ${visibleText(lastMet.agent)}. None is connected now.`;
  return { tone: 'idle', words };
}

export const serverWord = (isOurBridge: boolean): string =>
  isOurBridge ? 'A bridge' : 'A server other than Cellwire’s bridge';

/** To the minute, as the user writes it. */
export const timeWord = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
