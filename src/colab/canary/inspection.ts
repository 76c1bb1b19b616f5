import { Failure } from '../../notebook/failure.ts';
import type { Inspection } from '../../notebook/inspection.ts';
import { recordShape } from '../shape/record-shape.ts';
import type { ColabPage } from '../surface/page.ts';
import type { StrategyMemory } from '../try-strategies.ts';
import { until } from '../wait.ts';
import { SurfaceProbe } from './probe-surface.ts';
import { runCanary } from './run-canary.ts';
import type { Tools } from './trial.ts';

const CELLS_MS = 5_000;

/** `by`: the tools of the page by one strategy alone. */
export function createInspection(
  page: ColabPage,
  tools: Tools,
  by: (memory: StrategyMemory) => Tools,
): Inspection {
  let isRunning = false;
  return {
    canary: async (wish, onUpdate) => {
      if (isRunning) throw atWork();
      isRunning = true;
      try {
        return await runCanary({ page, tools, by }, wish, onUpdate);
      } finally {
        isRunning = false;
      }
    },
    probe: async () => {
      const probe = new SurfaceProbe(page);
      // Without Colab's objects, what is shown counts as cells only after a while.
      await until(() => page.firstCodeCell ?? undefined, { timeoutMs: CELLS_MS, pollMs: 100 });
      probe.look(page.firstCodeCell ? ['always', 'code cell'] : ['always'], page.firstCodeCell);
      return { build: page.build, mismatches: probe.mismatches };
    },
    shape: async () => recordShape(page),
  };
}

function atWork(): Failure {
  return new Failure('conflict', 'The canary is at work in this tab already.', 'Wait for its report.');
}
