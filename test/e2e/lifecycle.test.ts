import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import type { Agent, ToolAnswer } from '../support/agent.ts';
import { callerOf, createAgent, objectIn, printed } from '../support/agent.ts';
import { isAtLength } from '../support/at-length.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { NotebookTab } from '../support/notebook-tab.ts';
import { COLAB, SCRATCH } from '../support/open-notebook.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import type { Playground } from '../support/playground.ts';
import { startTestPlayground } from '../support/playground.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What happens. */
interface Incident {
  what: string;
  happens: () => Promise<void>;
  /** What becomes of the page that was there. */
  page: 'lives on' | 'is gone';
  /** Only where all of the matrix is wanted: another stands for it. `runs`: in the column of the runs alone. */
  atLength?: boolean | 'runs';
}

const SLOW = 'import time\nfor i in range(6):\n    print("line", i)\n    time.sleep(0.5)';
const ALL_LINES = Array.from({ length: 6 }, (_, i) => `line ${i}\n`).join('');

describe('the lifecycle matrix', () => {
  let playground: Playground;
  let browser: PlainBrowser;
  let tab: NotebookTab;
  let folder: TemporaryFolder;
  let bridge: RunningBridge;
  let agent: Agent;
  let count = 0;

  const startAgent = async (): Promise<void> => {
    bridge = await startBridge({ colabUrl: SCRATCH, tokenFile: join(folder.path, 'bridge.json') });
    agent = createAgent(callerOf(bridge.client));
  };

  beforeAll(async () => {
    playground = await startTestPlayground();
    browser = await PlainBrowser.launch({ playground });
    tab = new NotebookTab(browser);
    folder = await temporaryFolder('lifecycle');
    await startAgent();
    expect(await bridge.connect((link) => browser.open(link))).toBe(true);
  });
  afterAll(async () => {
    await bridge?.close();
    await browser?.close();
    await playground?.close();
    await folder?.remove();
  });
  beforeEach(async () => {
    await tab.show();
    // The page of before may still be loading.
    await agent.use('get_status');
    await tab.setPolicy(ALLOW_ALL);
  });

  const incidents: Incident[] = [
    { what: 'the tab is reloaded', page: 'is gone', happens: () => tab.reloadToEnd() },
    {
      what: 'the tab crashes and is loaded again',
      page: 'is gone',
      atLength: 'runs',
      happens: async () => {
        await tab.crash();
        await tab.reloadToEnd();
      },
    },
    {
      what: 'the tab is discarded, and the user comes back',
      page: 'is gone',
      atLength: 'runs',
      happens: async () => {
        await tab.hide();
        await tab.discard();
        await tab.show();
      },
    },
    {
      what: 'the tab is frozen for a while',
      page: 'lives on',
      happens: async () => {
        await tab.hide();
        const thaw = await tab.freeze();
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await thaw();
        await tab.show();
      },
    },
    {
      what: 'the user leaves the page and comes back',
      page: 'is gone',
      atLength: true,
      happens: () => tab.visit('about:blank'),
    },
    {
      what: 'the tab shows another notebook and then this one again',
      page: 'is gone',
      atLength: 'runs',
      happens: () => tab.visit(`${COLAB}/drive/another`),
    },
    {
      what: 'the service worker is stopped',
      page: 'lives on',
      atLength: true,
      happens: () => browser.stopWorker(),
    },
    {
      what: 'the document that holds the link is closed',
      page: 'lives on',
      happens: async () => void (await browser.inExtension('chrome.offscreen.closeDocument()')),
    },
  ];

  const edit = (code: string): Promise<ToolAnswer> =>
    agent.ask('add_code_cell', { cellIndex: 0, language: 'python', code });
  const howOften = async (code: string): Promise<number> =>
    (await agent.sources()).filter((source) => source === code).length;
  const failureOf = (answer: ToolAnswer) => objectIn(answer.data, 'error');

  const core = incidents.filter(({ atLength }) => isAtLength || atLength !== true);
  describe.each(core)('$what', ({ happens, page, atLength }) => {
    const livesOn = page === 'lives on';

    it('while nothing, a read or an edit is under way: both end, the edit is made once or not at all', async () => {
      count += 1;
      const code = `edit_${count} = 1`;
      const reading = agent.ask('get_cells');
      const editing = edit(code);
      await happens();
      const [read, edited] = await Promise.all([reading, editing]);
      expect(read.isError, read.text).toBe(false);
      const times = await howOften(code);
      if (edited.isError) expect(failureOf(edited)).toMatchObject({ kind: 'lost' });
      if (livesOn && !edited.isError) expect(times).toBe(1);
      expect(times).toBeLessThanOrEqual(1);
      expect(await agent.use('get_status')).toMatchObject({ connected: true });
    });

    it.skipIf(atLength === 'runs' && !isAtLength)(
      'while a cell runs: its end is told, or which run was cut off',
      async () => {
        const cellId = await agent.addCode(SLOW);
        const begun = new Promise<void>((resolve) => {
          void bridge.client
            .callTool(
              { name: 'execute_cell', arguments: { cellId } },
              { onprogress: ({ message }) => message?.startsWith('line') && resolve(), timeout: 60_000 },
            )
            .then((result) => {
              ended(result);
              resolve();
            });
        });
        let ended: (result: unknown) => void = () => {};
        const answer = new Promise<unknown>((resolve) => {
          ended = resolve;
        });
        await begun;
        await happens();
        const result = await createAgent(async () => answer).ask('execute_cell');
        if (livesOn) {
          expect(result.isError, result.text).toBe(false);
          expect(printed(result.data)).toBe(ALL_LINES);
        } else {
          expect(failureOf(result)).toMatchObject({
            kind: 'lost',
            message: expect.stringMatching(/execute_cell had started run-\w+-\w+-\d+, which may go on/),
          });
        }
      },
    );

    it('while the user is asked: the question stays or comes again, and the yes is heard', async () => {
      await tab.setPolicy({ ...ALLOW_ALL, verdicts: { ...ALLOW_ALL.verdicts, edit: 'ask' } });
      count += 1;
      const code = `asked_${count} = 1`;
      const editing = edit(code);
      await tab.asks();
      await happens();
      await agent.use('get_status');
      await tab.allow();
      const edited = await editing;
      expect(edited.isError, edited.text).toBe(false);
      expect(await howOften(code)).toBe(1);
    });
  });

  it('attaches by itself after a reload', async () => {
    // What is not saved goes with the page, so this tells the new one from the old.
    await agent.addCode('of_the_old_page = 1');
    const startedAt = performance.now();
    await tab.reload();
    await expect.poll(() => howOften('of_the_old_page = 1'), { interval: 20 }).toBe(0);
    console.info(`attached to the new page after ${Math.round(performance.now() - startedAt)} ms`);
  });

  describe('the bridge is killed and started again', () => {
    it('finds its tab, and the run that goes on there', async () => {
      const cellId = await agent.addCode(SLOW);
      const { runId } = await agent.use('execute_cell', { cellId, wait: false });
      await bridge.kill();
      await startAgent();
      const startedAt = performance.now();
      expect(await agent.use('get_status')).toMatchObject({ connected: true });
      console.info(`attached to the new bridge after ${Math.round(performance.now() - startedAt)} ms`);
      await expect.poll(async () => (await agent.use('get_run', { runId })).status).not.toBe('running');
      const run = await agent.use('get_run', { runId });
      expect(run).toMatchObject({ status: 'ok' });
      expect(printed(run)).toBe(ALL_LINES);
    });
  });
});
