import type { Change } from '../../src/journal/change-log.ts';
import type { ChangeView, NotebookView } from '../../src/wire/notebook-view.ts';
import type { OpenNotebook } from './open-notebook.ts';
import type { Places } from './places.ts';

/** What a person can look through; older ones can still be taken back with "all since". */
const SHOWN_CHANGES = 200;

/** What people see of a notebook that agents work in, at this moment. */
export function viewOf(open: OpenNotebook): NotebookView {
  const { roster, policy, journal, runs, questions, proposals, changes, places, follows } = open;
  return {
    agents: roster.present,
    policy,
    now: journal.underWay,
    runs: runs.underWay.map(({ id, cellId, startedBy, phase, input, startedAt }) => ({
      id,
      cellId,
      place: cellId === null ? null : places.of(cellId),
      agent: startedBy,
      isRunning: phase === 'running',
      isWaitingForInput: input !== null,
      startedAt,
    })),
    questions: questions.open,
    proposals: proposals.open.map(({ id, agent, cellId, reason, before, after, isStale, askedAt }) => ({
      ...{ id, agent, cellId, reason, before, after, isStale, askedAt },
      place: places.of(cellId),
    })),
    changes: changes.changes
      .slice(-SHOWN_CHANGES)
      .reverse()
      .map((change) => changeView(change, places)),
    follows,
  };
}

function changeView({ number, agent, cellId, at, what, isUndone }: Change, places: Places): ChangeView {
  const standsAt = isUndone ? places.known(cellId) : places.of(cellId);
  const place = what.kind === 'deleted' ? what.place.index + 1 : standsAt;
  const cell = place === null ? 'a cell' : `cell ${place}`;
  const lost = what.kind === 'deleted' && what.hadOutputs ? ' (its outputs cannot be brought back)' : '';
  const sentence = `${what.kind} ${cell}${lost}`;
  return { number, agent, cellId, at, sentence, state: isUndone ? 'undone' : 'done' };
}
