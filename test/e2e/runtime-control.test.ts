import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import type { Agent, Json } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import { PanelUser } from '../support/panel-user.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';

const hasJupyter = (await findJupyter()) !== undefined;
const FIELD = 'input.stdin-widget';

for (const kernel of ['pyodide', 'jupyter'] as const) {
  describe.skipIf(kernel === 'jupyter' && !hasJupyter)(
    `the runtime in the user's and an agent's hands: ${kernel}`,
    () => {
      let stack: Stack;
      let agent: Agent;
      let user: PanelUser;
      let own: Page;
      let tabId: number;
      beforeAll(async () => {
        stack = await startStack({ kernel });
        agent = createAgent(callerOf(stack.client));
        const worker = await stack.browser.serviceWorker();
        tabId = await worker.evaluate(
          async () => (await chrome.tabs.query({ url: 'https://colab.research.google.com/*' }))[0]?.id ?? -1,
        );
        own = await stack.browser.context.newPage();
        await own.goto(
          `chrome-extension://${stack.browser.extensionId}/src/ui/popup/popup.html?tab=${tabId}`,
        );
        await stack.page.bringToFront();
        await agent.use('get_status');
        user = await PanelUser.watch(own, tabId);
      });
      afterAll(() => stack?.close());

      it('says what a run waits for, and goes on when the user has typed it', async () => {
        const cellId = await agent.addCode('name = input("Your name? ")\nprint("hello", name)');
        const begun = performance.now();
        const waiting = await agent.use('execute_cell', { cellId });
        expect(performance.now() - begun).toBeLessThan(30_000);
        expect(waiting).toMatchObject({
          status: 'running',
          state: 'waiting_for_input',
          prompt: 'Your name?',
        });
        await type('Ada');
        expect(await endOf(waiting)).toMatchObject({ status: 'ok' });
        expect(await printed(waiting)).toBe('Your name? Ada\nhello Ada\n');
      });

      it('tells it within 300 ms of the field, and types what an agent answers', async () => {
        const cellId = await agent.addCode(
          'import time\ntime.sleep(0.5)\nage = int(input("Age: "))\nage + 1',
        );
        const shown = stack.page
          .locator(FIELD)
          .waitFor()
          .then(() => performance.now());
        const waiting = await agent.use('execute_cell', { cellId });
        expect(performance.now() - (await shown)).toBeLessThan(300);
        expect(await agent.use('answer_input', { text: '41', runId: waiting.runId })).toMatchObject({
          answered: true,
        });
        const ended = await endOf(waiting);
        expect(ended).toMatchObject({ status: 'ok' });
        expect(JSON.stringify((await all(waiting)).outputs)).toContain('42');
        expect(await agent.fail('answer_input', { text: 'late' })).toMatchObject({ kind: 'conflict' });
      });

      it('leaves passwords to the user', async () => {
        const cellId = await agent.addCode('from getpass import getpass\nlen(getpass("Key: "))');
        const waiting = await agent.use('execute_cell', { cellId });
        expect(waiting).toMatchObject({ state: 'waiting_for_input', prompt: 'Key:' });
        expect(await agent.fail('answer_input', { text: 'guess' })).toMatchObject({
          kind: 'user_action_required',
        });
        expect(await stack.page.locator(FIELD).inputValue()).toBe('');
        await type('secret!');
        expect(await endOf(waiting)).toMatchObject({ status: 'ok' });
        expect(JSON.stringify(await all(waiting))).not.toContain('secret!');
      });

      it('asks the user before it restarts, and tells what is lost', async () => {
        const dice = await run('import random; random.random()');
        const cellId = await agent.addCode('kept = 1');
        await agent.use('execute_cell', { cellId });
        const call = agent.use('restart_runtime');
        const question = await user.next('questions');
        expect(question.wish).toBe('wants to restart the runtime: all variables are lost');
        await user.act('answer', question.id, 'once');
        const answer = await call;
        expect(answer).toMatchObject({ runtime: { state: 'idle' }, lost: { files: 'kept' } });
        expect(JSON.stringify(answer.lost)).toContain('"kept"');
        expect(JSON.stringify(answer.lost)).toContain(cellId);
        expect(await run('"kept" in globals()')).toContain('False');
        // Nor does it begin with the same memory as the one before.
        expect(await run('import random; random.random()')).not.toBe(dice);
      });

      it('gets other hardware, and looks at it', async () => {
        const allowed = { to: 'worker', type: 'popup-policy', tabId, policy: ALLOW_ALL };
        await own.evaluate((message) => chrome.runtime.sendMessage(message), allowed);
        await expect.poll(async () => (await user.view()).policy).toEqual(ALLOW_ALL);
        expect(await agent.fail('connect_runtime', { accelerator: 'A100' })).toMatchObject({
          kind: 'invalid_input',
          next: expect.stringContaining('CPU, T4 GPU'),
        });
        expect(await agent.use('connect_runtime', { accelerator: 'T4' })).toMatchObject({
          runtime: { state: 'idle', accelerator: 'GPU T4', hardware: { accelerator: 'GPU' } },
        });
        expect(await run('import os; os.environ["COLAB_GPU"]')).toContain('1');
        expect(await agent.use('connect_runtime', { accelerator: 'none' })).toMatchObject({
          runtime: { hardware: { accelerator: 'none' } },
        });
      });

      it('ends what ran as lost when the runtime idles out, and brings it back', async () => {
        const cellId = await agent.addCode('before = 1');
        await agent.use('execute_cell', { cellId });
        const long = await agent.use('execute_cell', {
          cellId: await agent.addCode('import time; time.sleep(60)'),
          timeoutSeconds: 1,
        });
        const next = await agent.use('execute_cell', { cellId, wait: false });
        await inPage('idleOut');
        expect(await endOf(long)).toMatchObject({
          status: 'lost',
          reason: expect.stringContaining('due to inactivity'),
        });
        expect(await endOf(next)).toMatchObject({
          status: 'lost',
          reason: expect.stringContaining('had not begun'),
        });
        expect(await agent.use('get_status')).toMatchObject({
          runtime: { state: 'disconnected', why: expect.stringContaining('inactivity') },
        });
        expect(await agent.fail('connect_runtime')).toMatchObject({ kind: 'user_action_required' });
        await stack.page.locator('mwc-dialog[open] md-text-button', { hasText: 'Close' }).click();
        const back = await agent.use('connect_runtime');
        expect(back).toMatchObject({
          runtime: { state: 'idle' },
          lost: { variables: 'all', runAgain: expect.arrayContaining([cellId]) },
        });
        expect(await agent.use('connect_runtime')).not.toHaveProperty('lost');
      });

      it('left no error on the console and broke no policy', () => {
        expect(stack.problems.found).toEqual([]);
      });

      it('says that the session crashed', async () => {
        const crash =
          kernel === 'jupyter' ? 'import os; os._exit(1)' : 'import ctypes; ctypes.string_at(2**31)';
        const lost = await agent.use('execute_cell', { cellId: await agent.addCode(crash) });
        expect(lost).toMatchObject({
          status: 'lost',
          reason: expect.stringContaining('crashed for an unknown reason'),
        });
        expect(await run('2 + 2')).toContain('4');
      });

      /** As a user does. */
      async function type(text: string): Promise<void> {
        await stack.page.locator(FIELD).click();
        await stack.page.keyboard.type(text);
        await stack.page.keyboard.press('Enter');
      }

      async function endOf({ runId }: Json): Promise<Json> {
        for (;;) {
          const now = await agent.use('get_run', { runId, waitSeconds: 20 });
          if (now.status !== 'running') return now;
        }
      }

      const all = ({ runId }: Json): Promise<Json> => agent.use('get_run', { runId });

      async function printed(run: Json): Promise<string> {
        return JSON.stringify((await all(run)).outputs).includes('Ada') ? textOf(await all(run)) : '';
      }

      async function run(code: string): Promise<string> {
        const { outputs } = await agent.use('execute_cell', { cellId: await agent.addCode(code) });
        return JSON.stringify(outputs);
      }

      /** Calls a method of the page's own `notebook.kernel`. */
      function inPage(method: string): Promise<unknown> {
        return stack.page.evaluate(
          (name) => Reflect.get(window, 'colab').global.notebook.kernel[name](),
          method,
        );
      }
    },
  );
}

describe('where Colab shows fields that nothing waits for, and asks before it changes a runtime', () => {
  let stack: Stack;
  let agent: Agent;
  beforeAll(async () => {
    stack = await startStack({ variant: 'stdin-flash,runtime-warning' });
    agent = createAgent(callerOf(stack.client));
    const worker = await stack.browser.serviceWorker();
    // The user lets agents do everything, in every notebook.
    await worker.evaluate(
      (verdicts) => chrome.storage.local.set({ defaultVerdicts: verdicts }),
      ALLOW_ALL.verdicts,
    );
    await stack.page.reload();
    await vi.waitUntil(async () => !(await agent.ask('get_status')).isError, { timeout: 20_000 });
  });
  afterAll(() => stack?.close());

  it('does not take a field that is shown for a moment for a question', async () => {
    const code = 'import time\ntime.sleep(0.7)\n"slept"';
    const run = await agent.use('execute_cell', { cellId: await agent.addCode(code) });
    expect(run).toMatchObject({ status: 'ok' });
  });

  it("leaves Colab's questions to the user", async () => {
    expect(await agent.fail('restart_runtime')).toMatchObject({
      kind: 'user_action_required',
      message: expect.stringContaining('Restart session?'),
    });
    await press('Cancel');
    const wish = { accelerator: 'T4' };
    expect(await agent.fail('connect_runtime', wish)).toMatchObject({
      kind: 'user_action_required',
      message: expect.stringContaining('deletes the current runtime'),
    });
    await press('OK');
    expect(await agent.use('connect_runtime', wish)).toMatchObject({
      runtime: { state: 'idle', hardware: { accelerator: 'GPU' } },
      lost: { files: expect.stringContaining('gone') },
    });
  });

  const press = (label: string): Promise<void> =>
    stack.page.locator('mwc-dialog[open] md-text-button', { hasText: label }).click();
});

function textOf({ outputs }: Json): string {
  const [first] = Array.isArray(outputs) ? outputs : [];
  return [first?.text].flat().join('');
}
