import type { Notices } from '../../src/journal/notices.ts';
import type { Policy, Verdict } from '../../src/policy/policy.ts';
import { CALL_CLASSES } from '../../src/policy/policy.ts';
import type { Run } from '../../src/runs/run.ts';
import type { OpenNotebook } from './open-notebook.ts';

/** Tells the others who ran a cell and how it ended, and whoever started it by whom it was stopped. */
export function noteRuns({ runs, notices }: OpenNotebook): void {
  runs.onChange((run) => {
    if (run.phase !== 'ended' || run.isMistake) return;
    if (run.stoppedBy === undefined) {
      // A run that never began is nothing that the others would see.
      if (run.status === 'not_started') return;
      const outcome = OUTCOMES[run.status];
      if (run.cellId !== null) notices.cell(run.startedBy, 'ran', run.cellId, outcome);
      else
        notices.say(
          run.startedBy,
          `${run.startedBy?.name ?? 'The user'} ran code without a cell: ${outcome}.`,
        );
      return;
    }
    const stopper = run.stoppedBy?.name ?? 'the user';
    notices.say(run.stoppedBy, `${capitalised(stopper)} stopped ${runInWords(run)}.`);
  });
}

const OUTCOMES: Record<Run['status'], string> = {
  ok: 'it ended without an error',
  error: 'it ended with an error',
  running: 'it still runs',
  interrupted: 'it was stopped',
  lost: 'its end was not seen',
  not_started: 'it did not start',
};

function runInWords({ id, cellId, startedBy }: Run): string {
  const what = cellId === null ? 'code without a cell' : `cell ${cellId}`;
  return startedBy ? `${id} of ${startedBy.name} (${what})` : `a run of the user (${what})`;
}

export function noteProposals({ proposals, notices, changes }: OpenNotebook): void {
  proposals.ondecided = ({ id, agent, cellId }, outcome, isAwaited) => {
    const why = outcome.decision === 'rejected' && outcome.comment ? `: "${outcome.comment}"` : '';
    // A call that waits for it says so itself.
    if (!isAwaited)
      notices.tell(agent.id, `The user ${outcome.decision} your ${id} for cell ${cellId}${why}.`);
    if (outcome.decision === 'rejected') return;
    const { before, content: after, revision } = outcome;
    changes.add(agent, cellId, { kind: 'edited', before, after, revision });
    notices.cell(agent, 'edited', cellId);
  };
}

export function notePolicy(notices: Notices, before: Policy, now: Policy): void {
  if (now.paused && !before.paused) notices.say(null, 'The user paused agents in this notebook.');
  if (!now.paused && before.paused) notices.say(null, 'The user resumed agents in this notebook.');
  const changed = CALL_CLASSES.filter((one) => before.verdicts[one] !== now.verdicts[one]);
  if (changed.length === 0) return;
  const news = changed.map((one) => `${one}: ${VERDICTS[now.verdicts[one]]}`).join('; ');
  notices.say(null, `The user changed what agents may do in this notebook. ${capitalised(news)}.`);
}

const VERDICTS: Record<Verdict, string> = {
  allow: 'allowed',
  ask: 'the user is asked each time',
  deny: 'not allowed',
  propose: 'the user sees every change first and decides',
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
