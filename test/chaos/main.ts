import { parseArgs } from 'node:util';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import { chaos } from './chaos.ts';
import { report } from './report.ts';

// `npm run test:chaos`: an agent at work while everything that can break does. A seed gives the same faults and the same
// calls again; how they meet is up to the machine.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['1', '2', '3'] },
    calls: { type: 'string', default: '2000' },
    faults: { type: 'string', default: '300' },
    kernel: { type: 'string' },
    only: { type: 'string', multiple: true },
    verbose: { type: 'boolean', default: false },
  },
});

const kernel = values.kernel ?? ((await findJupyter()) ? 'jupyter' : 'pyodide');
if (kernel !== 'jupyter' && kernel !== 'pyodide') throw new Error('--kernel is jupyter or pyodide.');

for (const seed of values.seed.map(Number)) {
  console.log(`\n── chaos, seed ${seed}: ${values.calls} calls, ${values.faults} faults, ${kernel}`);
  const outcome = await chaos({
    ...{ seed, kernel, calls: Number(values.calls), faults: Number(values.faults) },
    ...(values.only ? { only: values.only } : {}),
    ...(values.verbose ? { log: (line: string) => console.log(line) } : {}),
  });
  console.log(report(outcome).join('\n'));
  if (outcome.violations.length > 0) process.exitCode = 1;
}
