import { once } from 'node:events';
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent, ToolAnswer } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { CONSENT_CARD, press } from '../support/consent-card.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { openPopup, tabIdOf } from '../support/popup-page.ts';

const OPEN = 'open_colab_browser_connection';
/** Not when the call has waited as long as it would: on a busy machine, too. */
const AT_ONCE_MS = 10_000;

describe('an agent that comes back', () => {
  const opened = useBrowser();
  let bridge: RunningBridge;
  let agent: Agent;
  let page: Page;
  let popup: Page;

  beforeEach(async () => {
    bridge = await startBridge({ colabUrl: SCRATCH, clientName: 'Tester' });
    agent = createAgent(callerOf(bridge.client));
    page = await opened().newPage();
  });
  afterEach(async () => {
    for (const each of opened().browser.context.pages()) if (each !== page) await each.close();
    await bridge.close();
    await page.close();
  });

  /** What the bridge puts behind the address of a notebook. */
  async function fragment(): Promise<string> {
    const { next } = await agent.fail('get_status');
    return new URL(/https:\S+/.exec(next)?.[0] ?? '').hash;
  }

  async function openedIn(tab: Page, notebook: string): Promise<Promise<ToolAnswer>> {
    const behind = await fragment();
    const told = agent.ask(OPEN, { url: notebook });
    await tab.goto(notebook + behind);
    return told;
  }

  async function disconnect(): Promise<void> {
    const { browser } = opened();
    popup = await openPopup(await tabIdOf(page, browser), browser);
    await popup.getByRole('button', { name: 'Disconnect' }).click();
    await popup.getByText('Disconnected by you').waitFor();
  }

  /** Settles when the bridge has heard of it: the link says goodbye a moment after the tab has gone. */
  async function closeTab(): Promise<void> {
    // After the answer to a call, whatever the bridge had to tell before has been told.
    expect(await agent.fail('get_status')).toMatchObject({ kind: 'denied' });
    const noticed = new Promise<void>((resolve) => {
      bridge.client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    const gone = page;
    page = await opened().newPage();
    await gone.close();
    await noticed;
  }

  const isInFront = (): Promise<boolean> => page.evaluate(() => document.visibilityState === 'visible');
  const tabs = async (): Promise<string[]> => {
    const worker = await opened().browser.serviceWorker();
    const all = await worker.evaluate(() => chrome.tabs.query({}));
    return all.map(({ url = '' }) => url).filter((url) => url.startsWith(COLAB));
  };

  describe('after the user disconnected it', () => {
    const notebook = `${COLAB}/drive/comes-back`;
    beforeEach(async () => {
      const told = openedIn(page, notebook);
      await press(page, 'Allow once');
      expect((await told).data).toMatchObject({
        connected: true,
        notebook: { url: notebook, name: expect.any(String), cells: expect.any(Number) },
        message: expect.stringContaining(notebook),
      });
      await disconnect();
    });

    it.each([{}, { url: notebook }])(
      'is asked about in the same tab, and let in by a yes: %j',
      async (args) => {
        const told = agent.ask(OPEN, args);
        await page.locator(CONSENT_CARD).waitFor();
        await expect.poll(isInFront).toBe(true);
        expect(await agent.fail('get_cells')).toMatchObject({ kind: 'denied' });
        await press(page, 'Allow once');
        const pressedAt = performance.now();
        expect((await told).data).toMatchObject({ connected: true, notebook: { url: notebook } });
        expect(performance.now() - pressedAt).toBeLessThan(AT_ONCE_MS);
        await agent.addCode('print("back")');
        expect(await tabs()).toEqual([notebook]);
      },
    );

    it('is told the user’s no, and stays out', async () => {
      const told = agent.ask(OPEN);
      await press(page, 'Not now');
      const pressedAt = performance.now();
      expect((await told).data).toMatchObject({
        error: { kind: 'denied', message: expect.stringContaining('The user was asked and said no: Tester') },
      });
      expect(performance.now() - pressedAt).toBeLessThan(AT_ONCE_MS);
      expect(await agent.fail('get_cells')).toMatchObject({
        kind: 'denied',
        message: 'The user did not let Tester work in this notebook, so get_cells was not carried out.',
      });
      expect(await tabs()).toEqual([notebook]);
    });

    it('is led to the notebook of last time when its tab was closed', async () => {
      await closeTab();
      expect((await agent.fail('get_status')).next).toContain(`${notebook}#`);
    });
  });

  it('is asked about even on a scratch notebook, once the user has sent it away', async () => {
    const behind = await fragment();
    expect((await openedIn(page, SCRATCH)).data).toMatchObject({ connected: true });
    await disconnect();
    await closeTab();
    const told = agent.ask(OPEN);
    await page.goto(SCRATCH + behind);
    await press(page, 'Allow once');
    expect((await told).data).toMatchObject({ connected: true });
  });

  describe('finds the tab that shows the notebook already', () => {
    const notebook = `${COLAB}/drive/one-tab`;
    /** As a browser does that is told to open an address. */
    async function newTab(url: string): Promise<number> {
      const worker = await opened().browser.serviceWorker();
      return worker.evaluate(async (address) => (await chrome.tabs.create({ url: address })).id ?? -1, url);
    }

    async function isGone(tabId: number): Promise<boolean> {
      const worker = await opened().browser.serviceWorker();
      return worker.evaluate(
        (id) =>
          chrome.tabs.get(id).then(
            () => false,
            () => true,
          ),
        tabId,
      );
    }

    it('and is connected there: the new tab goes, the old one comes to the front', async () => {
      await page.goto(notebook);
      const behind = await fragment();
      const told = agent.ask(OPEN, { url: notebook });
      const tab = await newTab(notebook + behind);
      await page.locator(CONSENT_CARD).waitFor();
      await expect.poll(() => isGone(tab)).toBe(true);
      await expect.poll(isInFront).toBe(true);
      await press(page, 'Allow once');
      expect((await told).data).toMatchObject({ connected: true, notebook: { url: notebook } });
    });

    it('a scratch notebook only where the same server was in it', async () => {
      await page.goto(SCRATCH);
      const behind = await fragment();
      const told = agent.ask(OPEN);
      const own = await newTab(SCRATCH + behind);
      expect((await told).data).toMatchObject({ connected: true });
      expect(await isGone(own)).toBe(false);
      const second = await newTab(SCRATCH + behind);
      await expect.poll(() => isGone(second)).toBe(true);
      expect(await isGone(own)).toBe(false);
      expect(await agent.use('get_status')).toMatchObject({ connected: true });
    });

    it('but not for an address that would take the place of a link that works', async () => {
      const told = openedIn(page, notebook);
      await press(page, 'Always for this notebook');
      await told;
      const behind = new URLSearchParams((await fragmentOfLink()).slice(1));
      behind.set('mcpProxyToken', 'made-up');
      const tab = await newTab(`${notebook}#${behind}`);
      await expect.poll(tabs).toEqual([notebook, notebook]);
      expect(await isGone(tab)).toBe(false);
      expect(await agent.use('get_status')).toMatchObject({ connected: true });
    });

    /** The port is not said any more while a notebook is connected. */
    async function fragmentOfLink(): Promise<string> {
      const worker = await opened().browser.serviceWorker();
      const stored = await worker.evaluate(() =>
        chrome.storage.session.get<{ links: Array<{ credentials: { port: number } }> }>('links'),
      );
      return `#mcpProxyToken=x&mcpProxyPort=${stored.links[0]?.credentials.port}`;
    }
  });
});

describe('a server like Google’s', () => {
  const opened = useBrowser();

  it('gets its place free for another tab when the user has sent it away', async () => {
    const server = await GoogleLikeServer.start();
    const agent = createAgent((name, args) => server.callTool(name, args));
    const [first, second] = [await opened().newPage(), await opened().newPage()];
    await first.goto(`${COLAB}/drive/first${server.fragment}`);
    await press(first, 'Not now');
    expect(await agent.fail('get_status')).toMatchObject({ kind: 'denied' });
    await second.goto(`${COLAB}/drive/second${server.fragment}`);
    // What such a server sends on a socket that is just closing is lost, so nothing is asked before the next one is there.
    const comes = once(server, 'tab');
    await press(second, 'Allow once');
    await comes;
    expect(await agent.use('get_status')).toMatchObject({ notebook: { url: `${COLAB}/drive/second` } });
    for (const page of [first, second]) await page.close();
    await server.close();
  });
});
