import type { NotebookView } from '../../wire/notebook-view.ts';

/** The same for two views that look the same in the page. Texts are not in it: what has an id keeps its texts. */
export function keyOf(view: NotebookView): string {
  return JSON.stringify([
    view.agents.map(({ id, name, colour }) => [id, name, colour]),
    view.policy.paused,
    view.follows,
    view.now.map(({ number }) => number),
    view.runs.map(({ id, isRunning, place, startedAt, agent }) => [
      id,
      isRunning,
      place,
      startedAt,
      agent?.id,
    ]),
    view.questions.map(({ id }) => id),
    view.proposals.map(({ id, isStale, place, after }) => [id, isStale, place, after.length]),
    view.changes.map(({ number, state }) => [number, state]),
  ]);
}

/** Whether the page has to show anything of it. */
export function hasSomething({ agents, runs, questions, proposals }: NotebookView): boolean {
  return (
    agents.length > 0 ||
    questions.length > 0 ||
    proposals.length > 0 ||
    runs.some(({ agent, isRunning }) => agent !== null && isRunning)
  );
}
