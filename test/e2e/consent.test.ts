import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TabLink } from '../../background/tab-links.ts';
import type { Agent } from '../support/agent.ts';
import { asJson, createAgent } from '../support/agent.ts';
import { ClosedRoot } from '../support/closed-root.ts';
import { CONSENT_CARD, press } from '../support/consent-card.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';

const HOST = CONSENT_CARD;

describe('consent', () => {
  const opened = useBrowser();
  let server: GoogleLikeServer;
  let agent: Agent;
  let page: Page;

  beforeEach(async () => {
    server = await GoogleLikeServer.start();
    agent = createAgent((name, args) => server.callTool(name, args));
    page = await opened().newPage();
  });
  afterEach(async () => {
    await page.close();
    await server.close();
    await expect.poll(links).toEqual([]);
  });

  const links = async (): Promise<TabLink[]> => {
    const worker = await opened().browser.serviceWorker();
    const stored = await worker.evaluate(() => chrome.storage.session.get<{ links?: TabLink[] }>('links'));
    return stored.links ?? [];
  };
  /** Sockets live in a document that is made for the first of them. */
  const hasDocument = async (): Promise<boolean> => {
    const worker = await opened().browser.serviceWorker();
    return worker.evaluate(() => chrome.offscreen.hasDocument());
  };

  it('asks before a notebook of the user’s is touched; no socket opens before the answer', async () => {
    await expect.poll(hasDocument).toBe(false);
    await page.goto(`${COLAB}/drive/notebook-a${server.fragment}`);
    await page.locator(HOST).waitFor();
    expect(page.url()).toBe(`${COLAB}/drive/notebook-a`);
    expect(await hasDocument()).toBe(false);
    expect(server.origins).toEqual([]);
    await press(page, 'Allow once');
    await server.waitForTab();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    await page.reload();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    expect(await page.locator(HOST).count()).toBe(0);
  });

  it('asks about a notebook that is opened by address, whatever its path', async () => {
    await expect.poll(hasDocument).toBe(false);
    await page.goto(`${SCRATCH}${server.fragment}&fileId=mine`);
    await page.locator(HOST).waitFor();
    expect(await hasDocument()).toBe(false);
    expect(server.origins).toEqual([]);
  });

  it('takes no for an answer', async () => {
    await page.goto(`${COLAB}/drive/notebook-b${server.fragment}`);
    await page.locator(HOST).waitFor();
    expect(server.origins).toEqual([]);
    await press(page, 'Not now');
    expect(await agent.fail('get_status')).toMatchObject({ kind: 'denied' });
    await page.reload();
    await page.locator('.notebook-cell-list').waitFor();
    expect(await page.locator(HOST).count()).toBe(0);
    expect(await agent.fail('get_cells')).toMatchObject({ kind: 'denied' });
  });

  it('remembers a notebook, and only that one', async () => {
    await page.goto(`${COLAB}/drive/notebook-c${server.fragment}`);
    await page.locator(HOST).waitFor();
    await press(page, 'Always for this notebook');
    await server.waitForTab();
    await page.close();
    page = await opened().newPage();
    const next = await GoogleLikeServer.start();
    await page.goto(`${COLAB}/drive/notebook-c${next.fragment}`);
    await next.waitForTab();
    await page.goto(`${COLAB}/drive/notebook-d`);
    await page.locator(HOST).waitFor();
    await next.close();
  });

  it('does not remember what was allowed once', async () => {
    await page.goto(`${COLAB}/drive/notebook-g${server.fragment}`);
    await page.locator(HOST).waitFor();
    await press(page, 'Allow once');
    await server.waitForTab();
    await page.close();
    page = await opened().newPage();
    const next = await GoogleLikeServer.start();
    await page.goto(`${COLAB}/drive/notebook-g${next.fragment}`);
    await page.locator(HOST).waitFor();
    expect(next.origins).toEqual([]);
    await next.close();
  });

  describe('when the tab goes from a scratch notebook to one of the user’s', () => {
    beforeEach(async () => {
      await page.goto(SCRATCH + server.fragment);
      await agent.use('get_status');
      await page.evaluate(() => history.pushState(null, '', '/drive/notebook-e'));
      await page.locator(HOST).waitFor();
    });

    it('answers a call of meanwhile when the user agrees', async () => {
      const waiting = agent.use('get_status');
      await press(page, 'Allow once');
      expect(await waiting).toMatchObject({ connected: true });
    });

    it('gives the agent that is allowed here nothing of the notebook before', async () => {
      await page.goto(SCRATCH + server.fragment);
      const run = await agent.use('execute_cell', { cellId: await agent.addCode('print("of A")') });
      const { notebook } = await agent.use('get_status');
      await page.evaluate(() => history.pushState(null, '', '/drive/notebook-j'));
      await press(page, 'Allow once');
      expect(asJson((await agent.use('get_status')).notebook).id).not.toBe(asJson(notebook).id);
      expect(await agent.fail('get_run', { runId: run.runId })).toMatchObject({ kind: 'not_found' });
      expect(await agent.fail('get_run')).toMatchObject({
        kind: 'not_found',
        message: 'Nothing has been run yet.',
      });
      const uri = `cellwire://${asJson(notebook).id}`;
      for (const address of [uri, `${uri}/runs/${run.runId}/outputs/0`]) {
        await expect(server.request('resources/read', { uri: address })).rejects.toThrow(
          'The tab shows another notebook.',
        );
      }
    });

    it('has told the agent nothing when the user does not agree', async () => {
      const waiting = agent.fail('get_cells');
      await press(page, 'Not now');
      expect(await waiting).toMatchObject({
        kind: 'denied',
        message:
          "The user did not let an agent by Google's server work in this notebook, so get_cells was not carried out.",
      });
    });

    it('asks about the next one, and no longer about this, when it goes on', async () => {
      await page.evaluate(() => history.pushState(null, '', '/drive/notebook-h'));
      const places = async () => (await links()).map(({ question }) => question?.path);
      await expect.poll(places).toContain('/drive/notebook-h');
      await expect.poll(() => page.locator(HOST).count()).toBe(1);
      await press(page, 'Allow once');
      const allowed = async () => (await links()).map((link) => link.allowed?.path);
      await expect.poll(allowed).toContain('/drive/notebook-h');
      await page.evaluate(() => history.pushState(null, '', '/drive/notebook-e'));
      await page.locator(HOST).waitFor();
    });
  });

  it('asks as soon as the address names another notebook, though the site’s navigation never ends', async () => {
    await page.goto(SCRATCH + server.fragment);
    await agent.use('get_status');
    await page.evaluate(() => {
      const unfinished = { handler: () => new Promise<void>(() => {}) };
      navigation.addEventListener('navigate', (event) => event.intercept(unfinished));
      history.pushState(null, '', '/drive/notebook-i');
    });
    await page.locator(HOST).waitFor();
  });

  describe('the page', () => {
    beforeEach(async () => {
      await page.goto(`${COLAB}/drive/notebook-f${server.fragment}`);
      await page.locator(HOST).waitFor();
    });

    it('cannot read, hide or move the question', async () => {
      const seen = await page.evaluate((selector) => {
        const host = document.querySelector(selector);
        if (!(host instanceof HTMLElement)) return null;
        host.style.cssText =
          'opacity: 0 !important; transform: translateX(900px) !important; display: none !important';
        const { opacity, transform, display } = getComputedStyle(host);
        return { root: host.shadowRoot, text: host.textContent, opacity, transform, display };
      }, HOST);
      expect(seen).toEqual({ root: null, text: '', opacity: '1', transform: 'none', display: 'block' });
    });

    it('cannot answer it, even if it got hold of the buttons', async () => {
      // Later than the moment in which the question is deaf to everybody.
      await page.waitForFunction((shown) => performance.now() > shown + 1_000, await now(page));
      const pressed = await forgeClicks(page);
      expect(pressed).toEqual(['Allow once', 'Always for this notebook', 'Not now']);
      expect(await page.locator(HOST).count()).toBe(1);
      expect((await links()).map(({ allowed }) => allowed)).toEqual([null]);
      expect(server.origins).toEqual([]);
      await press(page, 'Not now');
      await expect.poll(async () => (await links()).map(({ refused }) => refused)).toEqual(['not-now']);
    });

    it.each(['remove', 'hidePopover'] as const)('cannot do away with it: %s', async (method) => {
      await page.evaluate(
        ([selector, name]) => {
          const host = document.querySelector(selector);
          if (host instanceof HTMLElement) host[name]();
        },
        [HOST, method] as const,
      );
      await page.locator(`${HOST}:popover-open`).waitFor();
      expect((await links()).map(({ allowed }) => allowed)).toEqual([null]);
      await press(page, 'Allow once');
      await server.waitForTab();
    });

    it('that does not let it stand gets no consent, and the next load asks again', async () => {
      await page.evaluate((selector) => {
        new MutationObserver(() => document.querySelector(selector)?.remove()).observe(
          document.documentElement,
          { childList: true },
        );
        document.querySelector(selector)?.remove();
      }, HOST);
      await expect.poll(() => page.locator(HOST).count()).toBe(0);
      expect((await links()).map(({ allowed }) => allowed)).toEqual([null]);
      await page.reload();
      await page.locator(HOST).waitFor();
      await press(page, 'Allow once');
      await server.waitForTab();
    });
  });
});

const now = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** Clicks the buttons by script, past the closed shadow root, which only the debugger can do. Returns their labels. */
async function forgeClicks(page: Page): Promise<unknown[]> {
  return new ClosedRoot(page, HOST.slice(1)).each(
    'button',
    `function () {
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        this.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
      this.click();
      return this.textContent;
    }`,
  );
}
