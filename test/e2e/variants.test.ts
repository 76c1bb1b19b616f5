import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VARIANTS } from '../../playground/variants.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import { isAtLength, kernelsAtLength } from '../support/at-length.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { useBrowser } from '../support/open-notebook.ts';
import { scratchNotebook } from '../support/stack.ts';
import { runWithUser } from '../support/user-answers.ts';
import type { Suite } from './tool-suite.ts';
import { toolSuite } from './tool-suite.ts';

/** What they are for has tests of its own, in faces.test.ts; for all the rest they are as the default. */
const ELSEWHERE = new Set(['read-only', 'no-input-field', 'dark']);
const HERE = Object.keys(VARIANTS).filter((name) => !ELSEWHERE.has(name));
/** Those on a line have nothing to do with each other. */
const TOGETHER = [
  'build-2025,no-counts',
  'run-anyway,md-dialog',
  'insert-options,stdin-flash',
  'insert-index-first,slow-boot',
  'add-cell,status-only-reply',
  'no-tools-service,no-events',
  'disconnected,runtime-warning',
  'too-many-sessions,no-kernel-execute',
  'insert-focuses,lazy-execute',
];
const ALONE = HERE.filter((name) => isAtLength || !TOGETHER.some((line) => line.split(',').includes(name)));
// The other kernel has the default page in jupyter.test.ts.
describe.each(await kernelsAtLength())('on the %s kernel', (kernel) => {
  const opened = useBrowser(kernel);

  describe.each([...ALONE, ...TOGETHER])('playground variant %s', (variant) => {
    let bridge: RunningBridge;
    let page: Page;
    let suite: Suite;

    beforeAll(async () => {
      opened().problems.found.length = 0;
      bridge = await startBridge({ colabUrl: scratchNotebook(variant) });
      page = await opened().newPage();
      if (!(await bridge.connect((link) => page.goto(link)))) throw new Error('The tab did not connect.');
      const agent = createAgent(callerOf(bridge.client));
      suite = { agent, run: (tool, args) => runWithUser(agent, page, tool, args) };
    });
    afterAll(async () => {
      await page?.close();
      await bridge?.close();
    });

    toolSuite(() => suite);

    it('left no error on the console and broke no policy', () => {
      expect(opened().problems.found).toEqual([]);
    });
  });
});
