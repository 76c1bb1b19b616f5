import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import { callerOf, createAgent } from '../support/agent.ts';
import type { KernelName } from '../support/playground.ts';
import { startStack } from '../support/stack.ts';
import { measureExecution } from './execution.ts';
import { type Figure, printTable } from './report.ts';

const RUNS = Number(process.env.CELLWIRE_RUNS ?? 200);

/** Code in a cell and without one, on both of the playground's Pythons. */
const kernels: readonly KernelName[] = (await findJupyter()) ? ['pyodide', 'jupyter'] : ['pyodide'];
const figures: Figure[] = [];
for (const kernel of kernels) {
  const stack = await startStack({ kernel });
  try {
    const agent = createAgent(callerOf(stack.client));
    const { call, code } = await measureExecution(agent, stack.page, RUNS);
    figures.push({
      name: `execute_code of 1+1, ${kernel}`,
      ms: code.p50,
      against: 'execute_cell on 1+1',
      floorMs: call.p50,
      target: 1,
    });
  } finally {
    await stack.close();
  }
}
printTable(figures);
