import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { createAgent } from '../support/agent.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';

/** All the way: an agent, its server, the link, the session, and what a person sees and does. */
describe('the panel beside a notebook that an agent works in', () => {
  const opened = useBrowser();
  let server: GoogleLikeServer;
  let agent: Agent;
  let page: Page;
  let panel: Page;

  beforeEach(async () => {
    server = await GoogleLikeServer.start();
    agent = createAgent((name, args) => server.callTool(name, args));
    page = await opened().newPage();
    panel = await opened().newPage();
    await panel.setViewportSize({ width: 400, height: 900 });
  });
  afterEach(async () => {
    await panel.close();
    await page.close();
    await server.close();
  });

  async function tabOf(url: string): Promise<number> {
    const worker = await opened().browser.serviceWorker();
    return worker.evaluate(
      async (wanted) => (await chrome.tabs.query({})).find((tab) => tab.url?.startsWith(wanted))?.id ?? -1,
      url,
    );
  }

  async function openPanel(query = ''): Promise<void> {
    const address = `chrome-extension://${opened().browser.extensionId}/src/ui/panel/panel.html${query}`;
    await panel.goto(address);
  }

  it('tells what it does as it does it, with what it was asked and what it gave', async () => {
    await page.goto(SCRATCH + server.fragment);
    await server.waitForTab();
    await openPanel(`?tab=${await tabOf(SCRATCH)}`);
    await panel.getByText('Nothing yet.').waitFor();
    const cellId = await agent.addCode('print("seen <b>by</b> the user")');
    const added = panel.getByRole('button', { name: /added code cell 2/ });
    await added.click();
    await panel.getByText('seen <b>by</b> the user').waitFor();
    await agent.use('execute_cell', { cellId });
    await panel.getByText('2 calls').waitFor();

    await panel.getByRole('button', { name: 'Pause' }).click();
    await panel.getByText('Paused: agents can begin nothing new.').waitFor();
    expect(await agent.fail('execute_cell', { cellId })).toMatchObject({ kind: 'paused' });
    await panel.getByText('wanted to run').waitFor();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByRole('button', { name: 'Pause', exact: true }).waitFor();

    await panel.getByRole('tab', { name: 'Rules' }).click();
    await panel.getByLabel('Run code').selectOption('Never');
    await panel.getByText('They may never run code.').waitFor();
    expect(await agent.fail('execute_cell', { cellId })).toMatchObject({ kind: 'denied' });
    await panel.getByRole('button', { name: 'Look' }).click();
    await panel.locator('.offers dt').first().waitFor();

    await panel.getByRole('tab', { name: 'Agents' }).click();
    await panel.getByRole('button', { name: /^Disconnect/ }).click();
    await panel.getByText('Disconnected by you').waitFor();
    expect(await agent.fail('get_cells')).toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('The user disconnected'),
    });
    expect(opened().problems.found).toEqual([]);
  });

  it('follows the user from tab to tab', async () => {
    await page.goto(SCRATCH + server.fragment);
    await server.waitForTab();
    await agent.addCode('1');
    await openPanel();
    const state = panel.getByRole('status').first();
    await page.bringToFront();
    await expect.poll(() => state.textContent()).toMatch(/is connected\.$/);
    await panel.getByText('1 call', { exact: true }).waitFor();
    const other = await opened().newPage();
    await other.goto(`${COLAB}/drive/other`);
    await other.bringToFront();
    await expect.poll(() => state.textContent()).toBe('No agent is connected to this notebook.');
    // The first one is one click away.
    await panel.getByRole('tab', { name: 'Agents' }).click();
    await panel.locator('.notebook .title').click();
    await expect.poll(() => state.textContent()).toMatch(/is connected\.$/);
    const worker = await opened().browser.serviceWorker();
    const isActive = (id: number): Promise<boolean> =>
      worker.evaluate(async (tabId) => (await chrome.tabs.get(tabId)).active, id);
    expect(await isActive(await tabOf(SCRATCH))).toBe(true);
    await other.close();
  });

  it('is opened by a click in the page, and by nothing else', async () => {
    await page.goto(SCRATCH + server.fragment);
    await server.waitForTab();
    const worker = await opened().browser.serviceWorker();
    const panels = (): Promise<number> =>
      worker.evaluate(
        async () => (await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] })).length,
      );
    const ask = await contentScript(page, opened().browser.extensionId);
    await ask(false);
    // Answered after it: the worker has seen the first one.
    await agent.use('get_status');
    expect(await panels()).toBe(0);
    await ask(true);
    await expect.poll(panels).toBe(1);
  });
});

/** Says what the session says when the user clicks for the panel, from the world that the session is in. */
async function contentScript(
  page: Page,
  extensionId: string,
): Promise<(userGesture: boolean) => Promise<unknown>> {
  const cdp = await page.context().newCDPSession(page);
  const contexts: number[] = [];
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.includes(extensionId)) contexts.push(context.id);
  });
  await cdp.send('Runtime.enable');
  const [contextId] = contexts;
  if (contextId === undefined) throw new Error('No content script in this page.');
  const expression = `void chrome.runtime.sendMessage({ to: 'worker', type: 'open-panel' }).catch(() => {})`;
  return (userGesture) => cdp.send('Runtime.evaluate', { contextId, expression, userGesture });
}
