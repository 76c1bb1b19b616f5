import type { Agent } from '../../src/agents/agent.ts';
import type { JournalEntry } from '../../src/journal/journal.ts';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import type { LinkState } from '../../src/wire/messages.ts';
import type { NotebookView } from '../../src/wire/notebook-view.ts';
import type { TabState } from '../../src/wire/pushed-state.ts';
import { EMPTY_VIEW } from './fake-session.ts';

/** Notebooks as people meet them in the panel. */

export const CLAUDE: Agent = { id: 'link-claude', name: 'Claude Code', colour: 0 };
export const CURSOR: Agent = { id: 'link-cursor', name: 'Cursor', colour: 1 };
/** What somebody might call themselves to be taken for part of the page. */
export const HOSTILE = `<img src=x onerror="globalThis.hacked=1">\u202Eevil\u202C ${'long'.repeat(60)}`;

const BEGIN = Date.UTC(2026, 2, 14, 13, 0, 0);

export function linkOf(agent: Agent, tabId: number, more: Partial<LinkState> = {}): LinkState {
  return {
    linkId: agent.id,
    tabId,
    port: 8700 + agent.colour,
    phase: 'open',
    busy: false,
    isOurBridge: true,
    agent: agent.name,
    detail: null,
    refused: null,
    ...more,
  };
}

export function tabStateOf(links: LinkState[], more: Partial<TabState> = {}): TabState {
  return {
    links,
    waitingForConsent: [],
    left: [],
    policy: ALLOW_ALL,
    isDefaultPolicy: true,
    defaultVerdicts: ALLOW_ALL.verdicts,
    ...more,
  };
}

const CALLS: Array<Pick<JournalEntry, 'name' | 'effect'>> = [
  { name: 'get_notebook_outline', effect: 'reads' },
  { name: 'edit_cell', effect: 'edits' },
  { name: 'execute_cell', effect: 'runs' },
  { name: 'get_cells', effect: 'reads' },
  { name: 'add_code_cell', effect: 'adds' },
  { name: 'interrupt_execution', effect: 'stops' },
];

export function entryOf(number: number, more: Partial<JournalEntry> = {}): JournalEntry {
  const call = CALLS[number % CALLS.length] ?? { name: 'get_cells', effect: 'reads' };
  const failed = number % 7 === 0;
  return {
    number,
    agent: number % 3 === 0 ? CURSOR : CLAUDE,
    ...call,
    subject: `cell-${number % 12}`,
    place: (number % 12) + 1,
    startedAt: BEGIN + number * 4_000,
    durationMs: (number * 137) % 9_000,
    outcome: failed ? 'conflict' : 'ok',
    error: failed ? 'The cell has changed since you read it. Nothing was done.' : null,
    note: null,
    ...more,
  };
}

export const entriesUpTo = (count: number): JournalEntry[] =>
  Array.from({ length: count }, (_, place) => entryOf(place + 1));

const TRAIN = `import torch
from torch import nn

model = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    for images, labels in loader:
        loss = nn.functional.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print(epoch, loss.item())`;

/** Two agents at work, and everything that can wait for the user. */
export const BUSY_VIEW: NotebookView = {
  ...EMPTY_VIEW,
  agents: [CLAUDE, CURSOR],
  runs: [
    {
      id: 'run-1',
      cellId: 'cell-6',
      place: 7,
      agent: CLAUDE,
      isRunning: true,
      isWaitingForInput: false,
      startedAt: BEGIN,
    },
    {
      id: 'run-2',
      cellId: 'cell-8',
      place: 9,
      agent: CURSOR,
      isRunning: false,
      isWaitingForInput: false,
      startedAt: null,
    },
    {
      id: 'run-3',
      cellId: 'cell-1',
      place: 2,
      agent: null,
      isRunning: false,
      isWaitingForInput: false,
      startedAt: null,
    },
  ],
  changes: [
    {
      number: 5,
      agent: CLAUDE,
      sentence: 'edited cell 7',
      cellId: 'cell-6',
      at: BEGIN + 5_000,
      state: 'done',
    },
    {
      number: 4,
      agent: CURSOR,
      sentence: 'added cell 9',
      cellId: 'cell-8',
      at: BEGIN + 4_000,
      state: 'done',
    },
    {
      number: 3,
      agent: CLAUDE,
      sentence: 'deleted cell 4',
      cellId: 'cell-3',
      at: BEGIN + 3_000,
      state: 'undone',
    },
    {
      number: 2,
      agent: CLAUDE,
      sentence: 'moved cell 2 to place 5',
      cellId: 'cell-1',
      at: BEGIN,
      state: 'done',
    },
  ],
};

export const ASKING_VIEW: NotebookView = {
  ...BUSY_VIEW,
  questions: [
    {
      id: 'question-1',
      agent: CLAUDE,
      wish: 'wants to run this cell',
      cells: [{ cellId: 'cell-6', place: 7, kind: 'code', text: TRAIN, isCut: true }],
      askedAt: BEGIN,
    },
  ],
  proposals: [
    {
      id: 'proposal-1',
      agent: CURSOR,
      cellId: 'cell-2',
      place: 3,
      reason: 'SGD does not converge here; Adam with a smaller step does.',
      before: TRAIN,
      after: TRAIN.replace(
        'optim.SGD(model.parameters(), lr=0.1)',
        'optim.Adam(model.parameters(), lr=1e-3)',
      ).replace('        loss.backward()', '        optimizer.zero_grad()\n        loss.backward()'),
      isStale: false,
      askedAt: BEGIN,
    },
  ],
};
