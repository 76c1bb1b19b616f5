import type { Agent } from '../../../src/agents/agent.ts';
import type { JournalEntry } from '../../../src/journal/journal.ts';
import type { Question } from '../../../src/policy/questions.ts';
import type { ToolEffect } from '../../../src/tools/tool.ts';
import type { ChangeView, ProposalView, RunView } from '../../../src/wire/notebook-view.ts';

export const CLAUDE: Agent = { id: 'link-a', name: 'Claude Code', colour: 0 };
export const CURSOR: Agent = { id: 'link-b', name: 'Cursor', colour: 1 };
export const LONG_NAMED: Agent = {
  id: 'link-c',
  name: 'Donaudampfschifffahrtsgesellschaftskapit',
  colour: 2,
};

export const run = (agent: Agent, cellId: string, place: number, seconds = 42): RunView => ({
  ...{ id: `run-${cellId}`, agent, cellId, place, isRunning: true, isWaitingForInput: false },
  startedAt: Date.now() - seconds * 1_000 - 500,
});

export const call = (agent: Agent, effect: ToolEffect, subject: string | null, number = 1): JournalEntry => ({
  ...{ number, agent, name: 'a_tool', effect, subject, place: null, startedAt: Date.now() },
  ...{ durationMs: null, outcome: 'running', error: null, note: null },
});

export const change = (agent: Agent, cellId: string, number: number): ChangeView => ({
  ...{ number, agent, cellId, sentence: `edited ${cellId}`, at: Date.now(), state: 'done' },
});

export const question = (agent: Agent, news: Partial<Question> = {}): Question => ({
  ...{ id: 'q1', agent, wish: 'wants to run this cell', askedAt: Date.now() },
  cells: [
    {
      ...{ cellId: 'c', place: 3, kind: 'code', isCut: false },
      text: 'import shutil\nshutil.rmtree("/content/drive/MyDrive/old")\nprint("done")',
    },
  ],
  ...news,
});

export const proposal = (agent: Agent, cellId: string, news: Partial<ProposalView> = {}): ProposalView => ({
  ...{
    id: `p-${cellId}`,
    agent,
    cellId,
    place: 4,
    reason: 'Negative amounts are refunds; they should stay.',
  },
  before:
    'def clean(frame):\n    frame = frame.dropna()\n    return frame[frame.amount > 0]\n\ndf = clean(df)',
  after:
    'def clean(frame):\n    """Without rows that lack a value."""\n    return frame.dropna()\n\ndf = clean(df)',
  ...{ isStale: false, askedAt: Date.now() },
  ...news,
});
