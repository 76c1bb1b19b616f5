import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VARIANTS } from '../../playground/variants.ts';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import type { Suite } from './tool-suite.ts';
import { toolSuite } from './tool-suite.ts';

/** What a user would press in the dialogs that a variant raises. */
const USER_PRESSES = ['Run anyway', 'Reconnect', 'Terminate other sessions', 'Cancel'];

describe.each([...Object.keys(VARIANTS), 'run-anyway,md-dialog'])('playground variant %s', (variant) => {
  let stack: Stack;
  let suite: Suite;

  beforeAll(async () => {
    stack = await startStack({ variant });
    const agent = createAgent(callerOf(stack.client));
    suite = { agent, run: (tool, args) => runWithUser(agent, stack.page, tool, args) };
  });
  afterAll(() => stack?.close());

  toolSuite(() => suite);

  it('left no error on the console and broke no policy', () => {
    expect(stack.problems.found).toEqual([]);
  });
});

/** The agent is told that the user must act; the user acts; the agent asks again. */
async function runWithUser(agent: Agent, page: Page, tool: string, args: Record<string, unknown>) {
  const answer = await agent.ask(tool, args);
  if (!answer.isError) return answer.data;
  expect(answer.data).toMatchObject({ error: { kind: 'user_action_required' } });
  await pressButton(page);
  // The click may itself start the cell; a second run of the same code does no harm here.
  await page.waitForFunction(() => {
    const notebook = Reflect.get(Reflect.get(window, 'colab'), 'global').notebook;
    return !document.querySelector('mwc-dialog[open], md-dialog[open]') && !notebook.isExecuting();
  });
  return agent.use(tool, args);
}

async function pressButton(page: Page): Promise<void> {
  const dialog = page.locator('mwc-dialog[open], md-dialog[open]');
  for (const label of USER_PRESSES) {
    const button = dialog.locator('md-text-button', { hasText: label });
    if ((await button.count()) === 0) continue;
    // Some buttons are disabled for their first second.
    await dialog.locator('md-text-button:not([disabled])', { hasText: label }).click();
    return;
  }
  throw new Error(`No button of the dialog is known: ${await dialog.textContent()}`);
}
