import type { Inspection } from '../notebook/inspection.ts';
import type { NotebookKernel } from '../notebook/kernel.ts';
import type { Notebook, NotebookStatus } from '../notebook/notebook.ts';
import { createInspection } from './canary/inspection.ts';
import { probeCapabilities } from './capabilities.ts';
import { readOpenDialog } from './dialogs.ts';
import type { Baseline } from './foreign-changes/baseline.ts';
import { ForeignChanges } from './foreign-changes/foreign-changes.ts';
import { createHands, type Handling, type HandsOff } from './hands/hands-keeper.ts';
import { answerInput } from './kernel/answer-input.ts';
import { CodeTurns, secondsSince } from './kernel/code-turns.ts';
import { connect } from './kernel/connect.ts';
import { CodeExecution } from './kernel/execute.ts';
import { interrupt } from './kernel/interrupt.ts';
import { putFile } from './kernel/put-file.ts';
import { restart } from './kernel/restart.ts';
import { readKernelState } from './kernel/runtime-news.ts';
import { TemporaryCells } from './kernel/temporary-cells.ts';
import { UndoneRemovals } from './kernel/undone-removals.ts';
import { findCells } from './lookup.ts';
import { Readiness } from './readiness.ts';
import { RevisionHistory } from './revision-history.ts';
import { Followers } from './run/followers.ts';
import { runCell } from './run/run-cell.ts';
import type { CompletionKnowledge } from './run/run-signals.ts';
import { UserRuns } from './run/user-runs.ts';
import { clearOutputs } from './strategies/clear-outputs.ts';
import { deleteCell } from './strategies/delete.ts';
import { insertCell } from './strategies/insert.ts';
import { moveCell } from './strategies/move.ts';
import { readCells } from './strategies/read.ts';
import { replaceSource } from './strategies/replace.ts';
import { ColabPage, type PageWindow } from './surface/page.ts';
import { StrategyMemory } from './try-strategies.ts';
import { watchChanges } from './watch-changes.ts';

/** A state should come soon, also from a page that never becomes a notebook. */
const STATE_WAIT_MS = 5000;

/** The notebook open in this page, and its kernel. Must run in the page's own world: Colab's objects are not visible elsewhere. */
export function createColab(host: PageWindow = window): {
  notebook: Notebook;
  kernel: NotebookKernel;
  inspection: Inspection;
} {
  const page = new ColabPage(host);
  const memory = new StrategyMemory();
  const followers = new Followers();
  const interrupted = new Set<string>();
  const knowledge: CompletionKnowledge = { eventComes: false };
  const readiness = new Readiness(page);
  const change = serialise();

  const userRuns = new UserRuns(page);
  const foreignChanges = new ForeignChanges(page);
  const whenReady = async <T>(work: () => Promise<T>): Promise<T> => {
    await readiness.wait();
    userRuns.attach();
    foreignChanges.attach();
    return work();
  };
  const hands = createHands(page);
  const handsOff: HandsOff = (work, handling) => (hands ? hands.keep(work, handling) : work());
  const changeNow = <T>(work: (baseline: Baseline) => Promise<T>, handling: Handling): Promise<T> =>
    whenReady(() => foreignChanges.whileOurs((baseline) => handsOff(() => work(baseline), handling)));
  const changeCells = <T>(work: (baseline: Baseline) => Promise<T>, handling: Handling): Promise<T> =>
    change(() => changeNow(work, handling));

  const temporary = new TemporaryCells(page);
  const history = new RevisionHistory();
  const removeNow = (cellId: string): Promise<void> =>
    changeNow(
      async (baseline) => {
        await deleteCell(page, memory, { cellId });
        baseline.deleted(cellId);
      },
      { moves: cellId },
    );
  const undone = new UndoneRemovals({ page, temporary, change, removeCell: removeNow });
  // Runs of the user are seen from the start, not only after a first call.
  void readiness.wait().then(
    () => {
      userRuns.attach();
      for (const cellId of temporary.leftovers()) void change(() => removeNow(cellId)).catch(() => {});
    },
    () => {},
  );

  const whenReadyOrLate = async <T>(look: () => T): Promise<T> => {
    await readiness.wait(STATE_WAIT_MS).then(
      () => foreignChanges.attach(),
      () => {},
    );
    return look();
  };

  const notebookBy = (memory: StrategyMemory): Notebook => ({
    readCells: (query) => whenReady(() => readCells(page, query, history, temporary.ids)),
    findCells: ({ cellIds }) => whenReady(async () => findCells(page.cells, cellIds)),
    insertCell: (cell) =>
      changeCells(async (baseline) => {
        const inserted = await insertCell(page, memory, { ...cell, index: temporary.placeFor(cell.index) });
        baseline.inserted(inserted.cellId, cell.kind, cell.source);
        return inserted;
      }, {}),
    replaceSource: (target) =>
      changeCells(
        async (baseline) => {
          hands?.requireFree(target.cellId);
          const replaced = await replaceSource(page, memory, target);
          baseline.replaced(target.cellId, target.source, replaced.before);
          return replaced;
        },
        { replaces: target },
      ),
    deleteCell: (target) =>
      changeCells(
        async (baseline) => {
          hands?.requireFree(target.cellId);
          const deleted = await deleteCell(page, memory, target);
          baseline.deleted(target.cellId);
          return deleted;
        },
        { moves: target.cellId },
      ),
    moveCell: (target) =>
      changeCells(
        async (baseline) => {
          hands?.requireFree(target.cellId);
          const moved = await moveCell(page, memory, target);
          baseline.moved(target.cellId);
          return moved;
        },
        { moves: target.cellId },
      ),
    runCell: (target, onUpdate) =>
      whenReady(() =>
        userRuns.whileOurs(target.cellId, () =>
          runCell({ page, memory, knowledge, handsOff, followers, interrupted }, target, onUpdate),
        ),
      ),
    catchUp: async () => {
      followers.lookNow();
      return null;
    },
    clearOutputs: (target) =>
      change(() => whenReady(() => handsOff(() => clearOutputs(page, memory, target)))),
    takeForeignChanges: () => change(() => foreignChanges.take()),
    onForeignChange: (listener) => foreignChanges.listen(listener),
    onUserRun: (listener) => userRuns.listen(listener),
    onChange: (listener) => watchChanges(page, listener),
    status: () => whenReadyOrLate(() => readStatus(page, memory, execution.strategy)),
  });
  const turns = new CodeTurns(page, () => whatRuns(page, userRuns));
  const executionBy = (memory: StrategyMemory, cells: Notebook): CodeExecution =>
    new CodeExecution(
      page,
      memory,
      turns,
      temporary.cellsOf(cells, () => undone.watch()),
    );
  const kernelBy = (memory: StrategyMemory, execution: CodeExecution): NotebookKernel => ({
    state: () => whenReadyOrLate(() => readKernelState(page)),
    interrupt: (target) =>
      whenReady(() => handsOff(() => interrupt(page, memory, turns, interrupted, target))),
    execute: (request, onUpdate) => whenReady(() => execution.execute(request, onUpdate)),
    restart: () => whenReady(() => handsOff(() => restart(page, memory))),
    connect: (wish) => whenReady(() => connect(page, memory, handsOff, wish)),
    // Moves neither focus nor caret: the field is filled as it is.
    answerInput: (answer) => whenReady(() => answerInput(page, answer)),
    putFile: (file) => whenReady(() => putFile(page, file)),
  });
  const notebook = notebookBy(memory);
  const execution = executionBy(memory, notebook);
  const kernel = kernelBy(memory, execution);
  const inspection = createInspection(page, { notebook, kernel }, (only) => {
    const cells = notebookBy(only);
    return { notebook: cells, kernel: kernelBy(only, executionBy(only, cells)) };
  });
  return { notebook, kernel, inspection };
}

function whatRuns(page: ColabPage, userRuns: UserRuns): string | null {
  const cell = page.cells.find(({ kind, runState }) => kind === 'code' && runState.running);
  if (!cell) return null;
  const since = userRuns.since(cell.id);
  return `cell ${cell.id}${since === undefined ? '' : `, for ${secondsSince(since)}`}`;
}

function readStatus(page: ColabPage, memory: StrategyMemory, executeStrategy: string): NotebookStatus {
  return {
    notebook: {
      id: page.notebookId,
      name: page.notebookName,
      url: page.url,
      cells: page.listCells()?.length ?? null,
      ...(page.saves === false ? { saves: false } : {}),
    },
    capabilities: probeCapabilities(page, memory, executeStrategy),
    dialog: readOpenDialog(page),
    build: page.build,
  };
}

/** One change at a time: what a change did is seen by comparing the notebook before and after. */
function serialise(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}
