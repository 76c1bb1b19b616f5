import type { Page } from 'playwright';
import type { Agent } from '../support/agent.ts';
import type { Timing } from './measure.ts';
import { timingOf } from './measure.ts';

export interface ExecutionTimings {
  /** The whole call, from the MCP client and back. */
  call: Timing;
  /** What the kernel itself took for the cell. */
  kernel: Timing;
  added: Timing;
  /** From the kernel's own end of the cell to the answer in the MCP client. */
  notice: Timing;
  /** The whole call of execute_code with the same code. */
  code: Timing;
}

const WARM_UP = 5;

export async function measureExecution(agent: Agent, page: Page, runs: number): Promise<ExecutionTimings> {
  const cellId = await agent.addCode('1+1');
  const call: number[] = [];
  const kernel: number[] = [];
  const added: number[] = [];
  const notice: number[] = [];
  const code: number[] = [];
  for (let i = -WARM_UP; i < runs; i++) {
    const started = performance.now();
    const run = await agent.use('execute_cell', { cellId });
    const took = performance.now() - started;
    const answeredAt = performance.timeOrigin + performance.now();
    if (run.status !== 'ok') throw new Error(`The cell did not run: ${JSON.stringify(run)}`);
    const { kernelMs, kernelEndedAt } = await kernelTimes(page, cellId);
    const codeTook = await timeOfCode(agent);
    if (i < 0) continue;
    code.push(codeTook);
    call.push(took);
    kernel.push(kernelMs);
    added.push(took - kernelMs);
    notice.push(answeredAt - kernelEndedAt);
  }
  return {
    call: timingOf(call),
    kernel: timingOf(kernel),
    added: timingOf(added),
    notice: timingOf(notice),
    code: timingOf(code),
  };
}

async function timeOfCode(agent: Agent): Promise<number> {
  const started = performance.now();
  const run = await agent.use('execute_code', { code: '1+1' });
  const took = performance.now() - started;
  if (run.status !== 'ok') throw new Error(`The code did not run: ${JSON.stringify(run)}`);
  return took;
}

/** The playground's kernel writes down its own time for every execution. */
function kernelTimes(page: Page, cellId: string): Promise<{ kernelMs: number; kernelEndedAt: number }> {
  return page.evaluate((id) => {
    const { cells } = Reflect.get(window, 'colab').global.notebook;
    return cells.find((cell: { cellId: string }) => cell.cellId === id).model.metadata.executionInfo;
  }, cellId);
}
