import type { Inspection } from '../../notebook/inspection.ts';
import { recordShape } from '../shape/record-shape.ts';
import type { ColabPage } from '../surface/page.ts';
import type { StrategyMemory } from '../try-strategies.ts';
import { SurfaceProbe } from './probe-surface.ts';
import { runCanary } from './run-canary.ts';
import type { Tools } from './trial.ts';

/** `by`: the tools of the page by one strategy alone. */
export function createInspection(
  page: ColabPage,
  tools: Tools,
  by: (memory: StrategyMemory) => Tools,
): Inspection {
  return {
    canary: (wish, onUpdate) => runCanary({ page, tools, by }, wish, onUpdate),
    probe: async () => {
      const probe = new SurfaceProbe(page);
      probe.look(page.firstCodeCell ? ['always', 'code cell'] : ['always'], page.firstCodeCell);
      return { build: page.build, mismatches: probe.mismatches };
    },
    shape: async () => recordShape(page),
  };
}
