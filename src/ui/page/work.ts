import type { Agent } from '../../agents/agent.ts';
import type { JournalEntry } from '../../journal/journal.ts';
import type { NotebookView } from '../../wire/notebook-view.ts';

/** What one agent does now, in words, as in "Claude Code · running cell 7". */
export interface Work {
  agent: Agent;
  words: string;
  /** Since when, where a clock is to be shown. */
  since: number | null;
  isIdle: boolean;
}

export const IDLE_WORDS = 'connected';

type PlaceOf = (cellId: string) => number | null;

/** Of each agent that is connected or has something going on, in their order. */
export function workOf(view: NotebookView, placeOf: PlaceOf): Work[] {
  return agentsOf(view).map((agent) => workOfAgent(agent, view, placeOf));
}

/** Somebody whose run goes on, or whose proposal waits, is shown though its connection is gone. */
function agentsOf({ agents, runs, questions, proposals }: NotebookView): Agent[] {
  const known = new Map(agents.map((agent) => [agent.id, agent]));
  for (const { agent } of [...runs, ...questions, ...proposals]) {
    if (agent && !known.has(agent.id)) known.set(agent.id, agent);
  }
  return [...known.values()];
}

function workOfAgent(agent: Agent, view: NotebookView, placeOf: PlaceOf): Work {
  const isIts = (thing: { agent: Agent | null }): boolean =>
    thing.agent ? thing.agent.id === agent.id : false;
  const doing = (words: string, since: number | null = null): Work => ({
    agent,
    words,
    since,
    isIdle: false,
  });

  if (view.questions.some(isIts)) return doing('waiting for your answer');
  const running = view.runs.find((run) => run.isRunning && isIts(run));
  if (running?.isWaitingForInput) return doing('waiting for your input', running.startedAt);
  if (running) return doing(`running ${cellWords(running.place)}`, running.startedAt);
  if (view.policy.paused) return doing('paused');
  if (view.proposals.some(isIts)) return doing('proposes a change');
  const queued = view.runs.find((run) => !run.isRunning && isIts(run));
  if (queued) return doing(`waiting to run ${cellWords(queued.place)}`);
  const call = view.now.findLast(
    (entry) => isIts(entry) || (entry.agent === null && view.agents.length === 1),
  );
  if (call) return doing(callWords(call, placeOf));
  const isHere = view.agents.some(({ id }) => id === agent.id);
  return { agent, words: isHere ? IDLE_WORDS : 'disconnected', since: null, isIdle: true };
}

function callWords({ effect, subject }: JournalEntry, placeOf: PlaceOf): string {
  const cell = cellWords(subject === null ? null : placeOf(subject));
  switch (effect) {
    case 'reads':
      return 'reading';
    case 'adds':
      return 'adding a cell';
    case 'sets':
    case 'edits':
      return `editing ${cell}`;
    case 'proposes':
      return `proposing a change of ${cell}`;
    case 'destroys':
      return `deleting ${cell}`;
    case 'runs':
      return `running ${cell}`;
    case 'controls':
      return 'changing the runtime';
    case 'transfers':
      return 'transferring files';
    case 'discloses':
      return 'using secrets';
    case 'stops':
      return 'stopping what runs';
    case 'connects':
      return 'connecting';
  }
}

const cellWords = (place: number | null): string => (place === null ? 'a cell' : `cell ${place}`);

/** As clocks do: 0:42, 12:05, 1:02:03. */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number): string => String(number).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
