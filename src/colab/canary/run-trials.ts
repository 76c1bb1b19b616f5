import type { CellRun } from '../../notebook/notebook.ts';
import { WAITING_FOR_INPUT } from '../../notebook/run-update.ts';
import { executeStrategies } from '../kernel/execute.ts';
import { interruptStrategies } from '../kernel/interrupt.ts';
import { runStrategies } from '../run/run-strategies.ts';
import { onceCompleted } from '../surface/completion.ts';
import { can } from '../surface/foreign.ts';
import { hasRuntimeFiles } from '../surface/runtime-files.ts';
import * as select from '../surface/selectors.ts';
import { onMutation, until } from '../wait.ts';
import { expect, type Trial } from './trial.ts';
import { PRINTS, SAID, says } from './workbench.ts';

/** A runtime that is there begins a cell, and shows that a cell waits, well within this. */
const BEGIN_MS = 10_000;
const WAITS_MS = 5_000;
/** The event may come a moment after the page shows that the cell has ended. */
const EVENT_MS = 1000;
const POLL_MS = 20;

const SLEEPS: Record<string, string> = { r: 'Sys.sleep(60)', julia: 'sleep(60)' };
const sleepIn = (language = 'python'): string => SLEEPS[language] ?? 'import time\ntime.sleep(60)';

function requireOk({ status, reason }: CellRun | Omit<CellRun, 'cellId'>): void {
  expect(status === 'ok', reason ?? `the run ended as ${status}`);
}

const run: Trial = {
  operation: 'run',
  ways: runStrategies,
  keys: ['run a cell', 'run a cell without an editor', 'run a cell without a runtime'],
  needs: ['cell', 'run', 'runtime'],
  attempt: async ({ tools, bench, measure, probe }) => {
    const { id } = await bench.add('code', PRINTS);
    requireOk(await measure(() => tools.notebook.runCell({ cellId: id })));
    expect(says(await bench.outputs(id)), 'its output is not there');
    probe.look(['shown output']);
  },
};

const EVENT = 'execution_completed';

const runEndEvent: Trial = {
  operation: 'run_end_event',
  ways: [
    { name: EVENT, available: (page) => can(page.firstCodeCell?.model, 'listenOnce') },
    { name: 'run button class', available: (page) => page.firstCodeCell?.runButton?.shadowRoot != null },
  ],
  keys: [],
  needs: ['cell', 'run', 'runtime'],
  attempt: async ({ bench, way, measure }) => {
    const { id } = await bench.add('code', PRINTS);
    const cell = bench.cell(id);
    let came = false;
    const noteEnd = (): void => {
      came = true;
    };
    const root = cell.runButton?.shadowRoot ?? null;
    const classes = { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] };
    const shows = (): unknown => root?.querySelector(select.RUN_STATE) && noteEnd();
    const stop = way === EVENT ? onceCompleted(cell.model, noteEnd) : onMutation(root, classes)(shows);
    try {
      await measure(async () => {
        await bench.run(id);
        await until(() => (came ? true : undefined), { timeoutMs: EVENT_MS, pollMs: POLL_MS });
      });
      expect(came, 'a run went by without it');
    } finally {
      stop?.();
    }
  },
};

const interrupt: Trial = {
  operation: 'interrupt',
  ways: interruptStrategies,
  keys: ['interrupt'],
  needs: ['cell', 'run', 'runtime'],
  attempt: async ({ tools, bench, measure, page, probe }) => {
    const { id } = await bench.add('code', sleepIn(page.language));
    const running = bench.run(id);
    running.catch(() => {});
    try {
      const begun = await until(() => (page.find(id)?.runState.running ? true : undefined), {
        timeoutMs: BEGIN_MS,
        pollMs: POLL_MS,
      });
      expect(begun === true, 'the cell was not seen to run');
      await until(() => (page.document.querySelector(select.RUNNING_CELL) ? true : undefined), {
        timeoutMs: EVENT_MS,
        pollMs: POLL_MS,
      });
      probe.look(['running cell']);
      const { stillRunning = false } = await measure(() => tools.kernel.interrupt({ cellId: id }));
      expect(!stillRunning, 'the cell ran on');
    } finally {
      if (page.find(id)?.runState.running) await bench.tools.kernel.interrupt({ cellId: id });
    }
    await running;
  },
};

const executeCode: Trial = {
  operation: 'execute_code',
  ways: executeStrategies,
  keys: ['run code without a cell'],
  needs: ['runtime'],
  attempt: async ({ tools, measure }) => {
    let shown = '';
    const code = { code: PRINTS, isQuiet: true, startWithinMs: BEGIN_MS };
    const ended = await measure(() =>
      tools.kernel.execute(code, (update) => {
        shown += JSON.stringify(update);
      }),
    );
    requireOk(ended);
    expect(shown.includes(SAID), 'its output is not there');
  },
};

const answerInput: Trial = {
  operation: 'answer_input',
  ways: [{ name: 'input field', available: (page) => (page.language ?? 'python') === 'python' }],
  keys: [],
  needs: ['cell', 'run', 'runtime'],
  attempt: async ({ tools, bench, measure, page, probe }) => {
    const { id } = await bench.add('code', `print("${SAID}", input("?"))`);
    let waits = false;
    const running = bench.run(id, (update) => {
      waits ||= 'state' in update && update.state === WAITING_FOR_INPUT;
    });
    running.catch(() => {});
    try {
      await until(() => (waits ? true : undefined), { timeoutMs: WAITS_MS, pollMs: POLL_MS });
      if (page.find(id)?.runState.running) probe.look(['input field']);
      expect(waits, 'a cell that waits for a line is not seen to wait');
      await measure(() => tools.kernel.answerInput({ cellId: id, text: 'yes' }));
      await running;
      expect(says(await bench.outputs(id), `${SAID} yes`), 'the answer did not reach the code');
    } finally {
      if (page.find(id)?.runState.running) await bench.tools.kernel.interrupt({ cellId: id });
    }
  },
};

const FILE = 'cellwire-canary';

const putFile: Trial = {
  operation: 'put_file',
  ways: [{ name: 'kernelFiles.write()', available: hasRuntimeFiles }],
  keys: [],
  needs: ['runtime'],
  attempt: async ({ tools, bench, measure }) => {
    const path = await measure(async () => tools.kernel.putFile?.({ name: FILE, base64: btoa(SAID) }));
    expect(typeof path === 'string', 'the file was not written');
    const code = `import os\nprint(open("${path}").read())\nos.remove("${path}")`;
    let shown = '';
    await bench.tools.kernel.execute({ code, isQuiet: true }, (update) => {
      shown += JSON.stringify(update);
    });
    expect(shown.includes(SAID), 'the file is not there');
  },
};

export const runTrials: readonly Trial[] = [run, runEndEvent, interrupt, executeCode, answerInput, putFile];
