import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAgent } from '../support/agent.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';

describe('the popup and the badge', () => {
  const opened = useBrowser();
  let server: GoogleLikeServer;
  let page: Page;
  let popup: Page;

  beforeEach(async () => {
    server = await GoogleLikeServer.start();
    page = await opened().newPage();
    popup = await opened().newPage();
  });
  afterEach(async () => {
    await page.close();
    await popup.close();
    await server.close();
  });

  async function tabId(): Promise<number> {
    await page.bringToFront();
    const worker = await opened().browser.serviceWorker();
    return worker.evaluate(
      async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? -1,
    );
  }

  async function openPopup(): Promise<number> {
    const tab = await tabId();
    await popup.goto(`chrome-extension://${opened().browser.extensionId}/src/ui/popup/popup.html?tab=${tab}`);
    return tab;
  }

  async function badge(tab: number): Promise<string> {
    const worker = await opened().browser.serviceWorker();
    return worker.evaluate((id) => chrome.action.getBadgeText({ tabId: id }), tab);
  }

  it('connects any open notebook by TOKEN&PORT, shows it, and disconnects', async () => {
    await page.goto(`${COLAB}/drive/by-hand`);
    const tab = await openPopup();
    await popup.getByText('No agent is connected to this notebook.').waitFor();
    await popup.getByRole('textbox').fill(`${server.token}&${server.port}`);
    await popup.getByRole('button', { name: 'Connect', exact: true }).click();
    await server.waitForTab();
    await popup.getByText('Your agent can work in this notebook.').waitFor();
    await popup.getByText(`Connected · port ${server.port}`).waitFor();
    expect(await badge(tab)).toBe('on');
    expect(await createAgent((name, args) => server.callTool(name, args)).use('get_status')).toMatchObject({
      notebook: { url: `${COLAB}/drive/by-hand` },
    });
    await popup.getByRole('button', { name: 'Disconnect' }).click();
    await popup.getByText('No agent is connected to this notebook.').waitFor();
    await expect.poll(() => server.connected).toBe(false);
    expect(server.closeCodes).toEqual([1000]);
    expect(await badge(tab)).toBe('');
  });

  it('takes the whole link as well, and says what is wrong with anything else', async () => {
    await page.goto(SCRATCH);
    await openPopup();
    await popup.getByRole('textbox').fill('not an address');
    await popup.getByRole('button', { name: 'Connect', exact: true }).click();
    await popup.getByText('This is not TOKEN&PORT').waitFor();
    await popup.getByRole('textbox').fill(`${SCRATCH}${server.fragment}`);
    await popup.getByRole('button', { name: 'Connect', exact: true }).click();
    await server.waitForTab();
  });

  it('shows an error when nobody answers', async () => {
    await server.close();
    await page.goto(SCRATCH + server.fragment);
    const tab = await openPopup();
    await popup.getByText('Not reachable').waitFor();
    await popup.getByText(`No server answers on port ${server.port}`).waitFor();
    expect(await badge(tab)).toBe('!');
    server = await GoogleLikeServer.start();
  });

  it('shows busy while a call is under way', async () => {
    const agent = createAgent((name, args) => server.callTool(name, args));
    await page.goto(SCRATCH + server.fragment);
    const tab = await openPopup();
    const cellId = await agent.addCode('import asyncio\nawait asyncio.sleep(2)');
    const running = agent.use('execute_cell', { cellId });
    await popup.getByText('Working').waitFor();
    expect(await badge(tab)).toBe('…');
    await running;
    await popup.getByText(`Connected · port ${server.port}`).waitFor();
    expect(await badge(tab)).toBe('on');
  });

  it('says so in a tab that is not a notebook', async () => {
    await page.goto('about:blank');
    await openPopup();
    await popup.getByText('This tab is not a Colab notebook.').waitFor();
  });
});
