import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAgent, listOf } from '../support/agent.ts';
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

  /** The badge follows the link by messages, so it is waited for. */
  async function expectBadge(tab: number, text: string): Promise<void> {
    const worker = await opened().browser.serviceWorker();
    const shown = (): Promise<string> =>
      worker.evaluate((id) => chrome.action.getBadgeText({ tabId: id }), tab);
    await expect.poll(shown).toBe(text);
  }

  it('connects any open notebook by TOKEN&PORT, shows it, and disconnects', async () => {
    await page.goto(`${COLAB}/drive/by-hand`);
    const tab = await openPopup();
    await popup.getByText('No agent is connected to this notebook.').waitFor();
    const pause = popup.getByRole('button', { name: 'Pause' });
    expect(await pause.isVisible()).toBe(false);
    await popup.getByRole('textbox').fill(`${server.token}&${server.port}`);
    await popup.getByRole('button', { name: 'Connect', exact: true }).click();
    await server.waitForTab();
    await popup.getByText('Your agent can work in this notebook.').waitFor();
    await popup.getByText(`Connected · port ${server.port}`).waitFor();
    expect(await pause.isVisible()).toBe(true);
    await expectBadge(tab, 'on');
    expect(await createAgent((name, args) => server.callTool(name, args)).use('get_status')).toMatchObject({
      notebook: { url: `${COLAB}/drive/by-hand` },
    });
    await popup.getByRole('button', { name: 'Disconnect' }).click();
    await popup.getByText('No agent is connected to this notebook.').waitFor();
    await popup.getByText(`Disconnected by you · port ${server.port}`).waitFor();
    await expectBadge(tab, '');
    // The link stays, and says so.
    expect(server.connected).toBe(true);
    await popup.getByRole('button', { name: 'Connect again' }).click();
    await popup.getByText(`Connected · port ${server.port}`).waitFor();
    await expectBadge(tab, 'on');
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

  it('pauses and resumes the agent, or lets it read only, and shows what it does', async () => {
    await page.goto(SCRATCH + server.fragment);
    const agent = createAgent((name, args) => server.callTool(name, args));
    const cellId = await agent.addCode('1');
    await openPopup();
    await popup.getByText('Last: add_code_cell').waitFor();
    await popup.getByRole('button', { name: 'Pause' }).click();
    await popup.getByText('Paused: your agent can begin nothing in this notebook.').waitFor();
    for (const [tool, args] of [
      ['get_cells', {}],
      ['add_code_cell', { cellIndex: 0, language: 'python', code: '2' }],
      ['execute_cell', { cellId }],
    ] as const) {
      expect(await agent.fail(tool, args)).toMatchObject({ kind: 'paused' });
    }
    const uri = (await server.request('resources/list')).resources;
    await expect(server.request('resources/read', { uri: listOf(uri)[0]?.uri })).rejects.toThrow('paused');
    await popup.getByText('(paused)').waitFor();

    await popup.getByRole('checkbox', { name: 'Reading only' }).check();
    await popup.getByRole('button', { name: 'Resume' }).click();
    await popup.getByText('Your agent can read this notebook, and nothing else.').waitFor();
    expect(await agent.sources()).toContain('1');
    expect(await agent.fail('update_cell', { cellId, content: '2' })).toMatchObject({ kind: 'denied' });
    expect(await agent.fail('execute_cell', { cellId })).toMatchObject({ kind: 'denied' });
    // It holds for the notebook, also after a reload.
    await page.reload();
    expect(await agent.fail('add_text_cell', { cellIndex: 0, content: 'x' })).toMatchObject({
      kind: 'denied',
    });
    await popup.getByRole('checkbox', { name: 'Reading only' }).uncheck();
    await popup.getByText('Your agent can work in this notebook.').waitFor();
    const running = agent.use('execute_cell', {
      cellId: await agent.addCode('import asyncio\nawait asyncio.sleep(3)'),
    });
    await popup.getByText('Now: execute_cell').waitFor();
    await running;
    await popup.getByText('Last: execute_cell').waitFor();
  });

  it('shows an error when nobody answers', async () => {
    await server.close();
    await page.goto(SCRATCH + server.fragment);
    const tab = await openPopup();
    await popup.getByText('Not reachable').waitFor();
    await popup.getByText(`No server answers on port ${server.port}`).waitFor();
    await expectBadge(tab, '!');
    server = await GoogleLikeServer.start();
  });

  it('says what is wrong when it cannot connect, and keeps what was typed', async () => {
    await page.goto(`${COLAB}/drive/by-hand`);
    await openPopup();
    const typed = `${server.token}&${server.port}`;
    await popup.getByRole('textbox').fill(typed);
    // The tab goes where Cellwire is not.
    await page.goto('about:blank');
    const connect = popup.getByRole('button', { name: 'Connect', exact: true });
    await connect.click();
    const fault = popup.getByRole('alert');
    await expect
      .poll(() => fault.textContent())
      .toBe(
        'Not connected. The notebook in this tab does not answer. Reload the notebook’s tab, then try again.',
      );
    expect(await popup.getByRole('textbox').inputValue()).toBe(typed);
    await popup.getByText('No agent is connected to this notebook.').waitFor();
    expect(server.origins).toEqual([]);
    // What it says helps.
    await page.goto(`${COLAB}/drive/by-hand`);
    await connect.click();
    await server.waitForTab();
    await expect.poll(() => fault.textContent()).toBe('');
    await expect.poll(() => popup.getByRole('textbox').inputValue()).toBe('');
  });

  it('says that a program waits for the user’s answer, and until when', async () => {
    await page.goto(`${COLAB}/drive/waiting${server.fragment}`);
    await page.locator('#cellwire-consent').waitFor();
    await openPopup();
    const waiting = `A program on port ${server.port} waits for your answer in the notebook. Reload the tab if it shows no question.`;
    await popup.getByText(waiting).waitFor();
    await popup.getByRole('textbox').fill(`${server.token}&${server.port}`);
    await popup.getByRole('button', { name: 'Connect', exact: true }).click();
    await popup.getByText('Your agent can work in this notebook.').waitFor();
    // The link has a socket now, and still the next notebook waits for an answer of its own.
    await page.evaluate(() => history.pushState(null, '', '/drive/waiting-too'));
    await popup.getByText(waiting).waitFor();
  });

  it('shows busy while a call is under way', async () => {
    const agent = createAgent((name, args) => server.callTool(name, args));
    await page.goto(SCRATCH + server.fragment);
    const tab = await openPopup();
    await agent.use('execute_cell', { cellId: await agent.addCode('import asyncio') });
    const cellId = await agent.addCode('await asyncio.sleep(600)');
    const running = agent.use('execute_cell', { cellId });
    await popup.getByText('Working').waitFor();
    await expectBadge(tab, '…');
    await page.locator('.cell.running').waitFor();
    await agent.use('interrupt_execution');
    expect(await running).toMatchObject({ status: 'interrupted' });
    await popup.getByText(`Connected · port ${server.port}`).waitFor();
    await expectBadge(tab, 'on');
  });

  it('says so in a tab that is not a notebook', async () => {
    await page.goto('about:blank');
    await openPopup();
    await popup.getByText('This tab is not a Colab notebook.').waitFor();
  });
});
