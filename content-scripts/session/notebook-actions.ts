import { undoChanges } from '../../src/journal/undo.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { NotebookActions } from '../../src/wire/notebook-view.ts';
import type { OpenNotebook } from './open-notebook.ts';

/** What the user wants of the rest of the extension. */
export interface UserWishes {
  setPolicy: (policy: Policy) => Promise<void>;
  disconnectAll: () => Promise<void>;
}

/** What people can do in a notebook, from the page or from the panel. */
export function createActions(open: OpenNotebook, wishes: UserWishes): NotebookActions {
  const { runs, questions, proposals, journal, changes, notices, notebook, inspection } = open;
  return {
    setPaused: (paused) => wishes.setPolicy({ ...open.policy, paused }),
    stop: async () => {
      try {
        // First of all, so that calls which end by what follows say that it was the user, and to ask first.
        await wishes.disconnectAll();
      } finally {
        // Whatever failed: the rest is stopped all the same, and the user is told.
        questions.withdraw();
        // Nobody is left who would hear the decision.
        for (const { id } of proposals.open) proposals.drop(id);
        await runs.interrupt(null);
      }
    },
    answer: async (questionId, answer) => questions.answer(questionId, answer),
    decide: async (proposalId, decision) => {
      if (decision.verdict === 'accept') await proposals.accept(proposalId, decision.content);
      else proposals.reject(proposalId, decision.comment?.trim() || null);
    },
    undo: async (numbers) => {
      await open.noteForeignChanges();
      const result = await undoChanges(notebook, changes, numbers);
      open.places.forget();
      for (const { number, agent, cellId, what } of changes.changes) {
        if (!result.undone.includes(number)) continue;
        notices.say(null, `The user undid what ${agent.name} did: ${what.kind} cell ${cellId}.`);
      }
      return result;
    },
    stopRun: async (runId) => {
      const why = await runs.stop(runs.find(runId), null);
      if (why !== null) throw new Error(`The run was not stopped: ${why}`);
    },
    setFollows: async (follows) => {
      open.follows = follows;
    },
    details: async (number) => journal.details(number),
    earlier: async (number, count) => journal.before(number, count),
    capabilities: async () => (await notebook.status()).capabilities,
    canary: () => inspection.canary({}),
    shape: () => inspection.shape(),
  };
}
