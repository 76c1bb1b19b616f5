import { expect, it } from 'vitest';
import { createAgent } from '../support/agent.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';

/** `npm run test:soak`: as many as a cell shows in an hour that tells of itself every other second. */
const UPDATES = process.env.CELLWIRE_SOAK === undefined ? 60 : 1_800;
const UPDATE_CHARS = 2_000_000;
/** In megabytes; what was shown and replaced is many times as much. */
const MOST_GROWTH = 30;
const TIMEOUT_MS = 60_000 + UPDATES * 400;

const opened = useBrowser();

const CODE = `
import time
from IPython.display import clear_output, display
handle = display({"text/plain": "begin"}, raw=True, display_id=True)
for step in range(${UPDATES}):
    handle.update({"text/plain": f"{step} " + chr(97 + step % 26) * ${UPDATE_CHARS}}, raw=True)
    print(step)
    if step % 500 == 499:
        clear_output()
        handle = display({"text/plain": "again"}, raw=True, display_id=True)
    time.sleep(0.1)
print("all shown")
`;

it(
  'a cell that updates its display again and again, while the connection drops, leaves the heap as it was',
  async () => {
    const server = await GoogleLikeServer.start();
    const page = await opened().newPage();
    try {
      await page.goto(SCRATCH + server.fragment);
      const agent = createAgent((name, args) => server.callTool(name, args));
      const cdp = await page.context().newCDPSession(page);
      const heldMegabytes = async (): Promise<number> => {
        await cdp.send('HeapProfiler.collectGarbage');
        const { usedSize } = await cdp.send('Runtime.getHeapUsage');
        return usedSize / 1_000_000;
      };
      const cellId = await agent.addCode(CODE);
      const { runId } = await agent.use('execute_cell', { cellId, wait: false });
      let before: number | null = null;
      let [status, cursor, text] = ['running', '0.0', ''];
      let more = true;
      for (let reads = 1; more || status === 'running'; reads++) {
        const run = await agent.use('get_run', { runId, cursor, waitSeconds: 2 });
        [status, cursor] = [String(run.status), String(run.cursor)];
        more = run.more === true;
        text = (text + JSON.stringify(run.outputs)).slice(-2_000);
        if (reads === 5) before = await heldMegabytes();
        if (reads % 10 === 0) await server.dropSocket();
      }
      expect(status).toBe('ok');
      expect(text).toContain('all shown');
      if (before === null) throw new Error('It ended before it was measured.');
      expect((await heldMegabytes()) - before).toBeLessThan(MOST_GROWTH);
      expect(opened().problems.found).toEqual([]);
    } finally {
      await page.close();
      await server.close();
    }
  },
  TIMEOUT_MS,
);
