import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { UNNAMED_AGENT } from '../../src/agents/agent.ts';
import type { LinkState } from '../../src/wire/messages.ts';
import { tabStateKey } from '../../src/wire/pushed-state.ts';
import { createAgent, listOf } from '../support/agent.ts';
import { seriousFaults } from '../support/axe.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { CLAUDE, CURSOR, HOSTILE, linkOf, tabStateOf } from '../support/panel-states.ts';

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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

  /** The popup of a notebook whose links are played. */
  async function showPlayed(links: LinkState[]): Promise<void> {
    await page.goto(SCRATCH);
    const tab = await tabId();
    const worker = await opened().browser.serviceWorker();
    const state = tabStateOf(links.map((link) => ({ ...link, tabId: tab })));
    await worker.evaluate((items) => chrome.storage.session.set(items), { [tabStateKey(tab)]: state });
    await openPopup();
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
    await popup.getByText(`${upperFirst(UNNAMED_AGENT)} is connected.`).waitFor();
    await popup.getByText(`Connected · port ${server.port}`).waitFor();
    expect(await pause.isVisible()).toBe(true);
    await expectBadge(tab, 'on');
    expect(await createAgent((name, args) => server.callTool(name, args)).use('get_status')).toMatchObject({
      notebook: { url: `${COLAB}/drive/by-hand` },
    });
    await popup.getByRole('button', { name: `Disconnect: ${UNNAMED_AGENT}` }).click();
    await popup.getByText('No agent is connected. You can connect again.').waitFor();
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

  it('pauses and resumes the agent, and shows what it does', async () => {
    await page.goto(SCRATCH + server.fragment);
    const agent = createAgent((name, args) => server.callTool(name, args));
    const cellId = await agent.addCode('1');
    await openPopup();
    await popup.getByText('Agents may read, edit, run code and use files.').waitFor();
    await popup.getByRole('button', { name: 'Pause' }).click();
    await popup.getByText('Paused: agents can begin nothing new. What runs goes on.').waitFor();
    for (const [tool, args] of [
      ['get_cells', {}],
      ['add_code_cell', { cellIndex: 0, language: 'python', code: '2' }],
      ['execute_cell', { cellId }],
    ] as const) {
      expect(await agent.fail(tool, args)).toMatchObject({ kind: 'paused' });
    }
    const uri = (await server.request('resources/list')).resources;
    await expect(server.request('resources/read', { uri: listOf(uri)[0]?.uri })).rejects.toThrow('paused');
    // It holds for the notebook, also after a reload.
    await page.reload();
    expect(await agent.fail('get_cells')).toMatchObject({ kind: 'paused' });
    await popup.getByRole('button', { name: 'Resume' }).click();
    await popup.getByRole('button', { name: 'Pause' }).waitFor();
    const running = agent.use('execute_cell', {
      cellId: await agent.addCode('import asyncio\nawait asyncio.sleep(3)'),
    });
    await popup.getByText(new RegExp(`${UNNAMED_AGENT} is running cell \\d\\.`)).waitFor();
    await running;
    await popup.getByText(`${upperFirst(UNNAMED_AGENT)} is connected.`).waitFor();
  });

  it('opens the panel beside the notebook', async () => {
    await page.goto(SCRATCH);
    await openPopup();
    await popup.getByRole('button', { name: 'Open panel' }).click();
    const worker = await opened().browser.serviceWorker();
    const panels = (): Promise<number> =>
      worker.evaluate(
        async () => (await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] })).length,
      );
    await expect.poll(panels).toBe(1);
  });

  it('offers an agent that the user refused again, keeps nobody out, and shows no markup', async () => {
    await showPlayed([
      linkOf(CLAUDE, 0, { refused: 'stopped', phase: 'retrying' }),
      linkOf({ ...CURSOR, name: HOSTILE }, 0, { phase: 'retrying', detail: HOSTILE }),
      linkOf({ id: 'third', name: 'Gemini CLI', colour: 2 }, 0),
    ]);
    await popup.getByText('Gemini CLI is connected.').waitFor();
    await popup.getByText('Stopped by you').waitFor();
    await popup.getByRole('button', { name: 'Connect again: Claude Code' }).waitFor();
    expect(await popup.locator('img').count()).toBe(1);
    expect(await popup.evaluate(() => 'hacked' in globalThis)).toBe(false);
    await popup.setViewportSize({ width: 340, height: 640 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await popup.emulateMedia({ colorScheme });
      await popup.screenshot({
        path: join(projectRoot, 'test-results', 'panel', `popup-${colorScheme}.png`),
      });
      expect(await seriousFaults(popup)).toEqual([]);
    }
  });

  it('shows an error when nobody answers', async () => {
    await server.close();
    await page.goto(SCRATCH + server.fragment);
    const tab = await openPopup();
    await popup.getByText('Not reachable · ').waitFor();
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
    await expect.poll(() => fault.count()).toBe(0);
    // Folded away now: an agent is connected.
    await expect.poll(() => popup.locator('#address').inputValue()).toBe('');
  });

  it('says that a program waits for the user’s answer, and until when', async () => {
    await page.goto(`${COLAB}/drive/waiting${server.fragment}`);
    await page.locator('#cellwire-consent').waitFor();
    await openPopup();
    const waiting = /waits for your answer in the notebook. Reload the tab if it shows no question./;
    await popup.getByText(waiting).waitFor();
    await popup.getByRole('textbox').fill(`${server.token}&${server.port}`);
    await popup.getByRole('button', { name: 'Connect', exact: true }).click();
    await popup.getByText(`${upperFirst(UNNAMED_AGENT)} is connected.`).waitFor();
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
    await popup.getByText('Working · ').waitFor();
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
