import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright';
import type { Agent } from '../support/agent.ts';
import { asJson, printed } from '../support/agent.ts';

const LINE = /^(\d+) (\d{13}\.\d)$/;

/**
 * How long after its printing a line reaches the agent: while the call lasts as its progress, after that with
 * get_run. The client keeps its usual limit of a minute, and every line must come exactly once, in order.
 */
export async function measureLiveLines(agent: Agent, client: Client, lines: number): Promise<number[]> {
  const code = `import asyncio, time\nfor i in range(${lines}):\n    print(f"{i} {time.time() * 1000:.1f}")\n    await asyncio.sleep(0.2)`;
  const cellId = await agent.addCode(code);
  const delays: number[] = [];
  const arrived: number[] = [];
  const note = (line: string): void => {
    const printedAt = LINE.exec(line)?.[2];
    if (printedAt) delays.push(Date.now() - Number(printedAt));
  };
  const call = await client.callTool(
    { name: 'execute_cell', arguments: { cellId } },
    { onprogress: ({ message }) => note(message ?? '') },
  );
  let run = asJson(call.structuredContent);
  for (;;) {
    const fresh = printed(run)
      .split('\n')
      .filter((line) => LINE.test(line));
    arrived.push(...fresh.map((line) => Number(line.split(' ')[0])));
    if (run.status !== 'running') break;
    run = await agent.use('get_run', { runId: run.runId, cursor: run.cursor, waitSeconds: 20 });
    for (const line of printed(run).split('\n')) note(line);
  }
  const expected = Array.from({ length: lines }, (_, i) => i);
  if (arrived.join() !== expected.join())
    throw new Error(`Lines were lost, doubled or out of order: ${arrived.join()}`);
  return delays;
}

export interface LargeOutput {
  /** The longest task of the page while fifty megabytes were printed, through us and by the page's own button. */
  throughUsMs: number;
  byHandMs: number;
}

const FIFTY_MEGABYTES =
  'line = "0123456789" * 99 + "\\n"\nfor i in range(50_000):\n    print(i, line, end="")';

/** What our reading adds to what the page itself does with a large output. */
export async function measureLargeOutput(agent: Agent, page: Page): Promise<LargeOutput> {
  const cellId = await agent.addCode(FIFTY_MEGABYTES);
  await agent.use('execute_cell', { cellId });
  const byHandMs = await longestTask(page, async () => {
    await page.evaluate((id) => {
      const { cells } = Reflect.get(window, 'colab').global.notebook;
      return cells.find((cell: { cellId: string }) => cell.cellId === id).manualExecute();
    }, cellId);
    await page.waitForFunction(() => !Reflect.get(window, 'colab').global.notebook.isExecuting());
  });
  const throughUsMs = await longestTask(page, () => agent.use('execute_cell', { cellId }));
  await agent.use('delete_cell', { cellId });
  return { throughUsMs, byHandMs };
}

const WATCH_TASKS = `(() => {
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  window.longTasks = { tasks, observer };
})()`;
const LONGEST_TASK = `(() => {
  const { tasks, observer } = longTasks;
  tasks.push(...observer.takeRecords());
  observer.disconnect();
  return Math.max(0, ...tasks.map(({ duration }) => duration));
})()`;

/** In milliseconds; 0 where none of the page's tasks took more than 50. */
export async function longestTask(
  page: { evaluate: (expression: string) => Promise<unknown> },
  work: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(WATCH_TASKS);
  await work();
  return Number(await page.evaluate(LONGEST_TASK));
}
