import type { Stage, StageResult } from './checks/stage.ts';
import { addUp, closingLine } from './checks/stage.ts';
import { staticChecks } from './checks/static-checks.ts';
import type { Project } from './checks/vitest-stage.ts';
import { vitestStage } from './checks/vitest-stage.ts';

const parts: readonly Project[] = ['unit', 'integration', 'e2e'];

/** `npm test` runs everything; `npm test -- unit|integration|e2e [filter]` runs a part of the tests alone. */
function stagesFor([part, ...filters]: string[]): Stage[] {
  const chosen = parts.find((known) => known === part);
  if (chosen) return [vitestStage(chosen, [chosen], filters)];
  if (part !== undefined) {
    console.error(`There is no part "${part}". Parts are ${parts.join(', ')}; without one, everything runs.`);
    process.exit(2);
  }
  return [
    staticChecks,
    vitestStage('unit and integration', ['unit', 'integration']),
    vitestStage('end to end, in a real browser', ['e2e']),
  ];
}

async function runInOrder(stages: readonly Stage[]): Promise<StageResult> {
  const results: StageResult[] = [];
  for (const [index, stage] of stages.entries()) {
    console.log(`\n── ${stage.name}`);
    const started = performance.now();
    const result = await stage.run();
    results.push(result);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`   ${result.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
    if (result.failed === 0) continue;

    const left = stages.slice(index + 1).map(({ name }) => name);
    console.log(`\nStopped at: ${stage.name}.${left.length > 0 ? ` Not run: ${left.join('; ')}.` : ''}`);
    break;
  }
  return addUp(results);
}

const total = await runInOrder(stagesFor(process.argv.slice(2)));
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
