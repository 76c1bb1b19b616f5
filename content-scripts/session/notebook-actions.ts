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
  return {
    setPaused: (paused) => wishes.setPolicy({ ...open.policy, paused }),
    stop: async () => {
      // First of all, so that calls which end by the interrupt say that it was the user.
      await wishes.disconnectAll().catch(() => {});
      open.runs.cancelWaiting();
      await open.kernel.interrupt({}).catch(() => {});
    },
    answer: async () => {},
    decide: async () => {},
    undo: async () => ({ undone: [], refused: [] }),
    stopRun: async () => {},
    setFollows: async (follows) => {
      open.follows = follows;
    },
    details: async (number) => open.journal.details(number),
    earlier: async (number, count) =>
      open.journal.entries
        .filter((entry) => entry.number < number)
        .slice(-count)
        .reverse(),
    capabilities: async () => (await open.notebook.status()).capabilities,
  };
}
