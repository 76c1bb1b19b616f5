import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Agent, Json } from './agent.ts';

/** What a user would press in the dialogs that a variant raises. */
const USER_PRESSES = ['Run anyway', 'Reconnect', 'Terminate other sessions', 'Cancel'];
const DIALOG = 'mwc-dialog[open], md-dialog[open]';

/** The agent is told that the user must act; the user acts; the agent asks again. */
export async function runWithUser(agent: Agent, page: Page, tool: string, args: Json): Promise<Json> {
  const answer = await agent.ask(tool, args);
  if (!answer.isError) return answer.data;
  expect(answer.data).toMatchObject({ error: { kind: 'user_action_required' } });
  await answerDialogs(page);
  return agent.use(tool, args);
}

/** Presses in every open dialog what lets the agent go on. */
export async function answerDialogs(page: Page): Promise<void> {
  while ((await page.locator(DIALOG).count()) > 0) await pressButton(page);
  // The click may itself start the cell; a second run of the same code does no harm here.
  await page.waitForFunction((dialog) => {
    const notebook = Reflect.get(Reflect.get(window, 'colab'), 'global').notebook;
    return !document.querySelector(dialog) && !notebook.isExecuting();
  }, DIALOG);
}

async function pressButton(page: Page): Promise<void> {
  const dialog = page.locator(DIALOG);
  for (const label of USER_PRESSES) {
    const button = dialog.locator('md-text-button', { hasText: label });
    if ((await button.count()) === 0) continue;
    // Some buttons are disabled for their first second.
    await dialog.locator('md-text-button:not([disabled])', { hasText: label }).click();
    return;
  }
  throw new Error(`No button of the dialog is known: ${await dialog.textContent()}`);
}
