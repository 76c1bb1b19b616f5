import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { createAgent } from '../support/agent.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';

const HOST = '#cellwire-consent';

/** The buttons are in a closed shadow root: only the mouse reaches them, at the place where a user sees them. */
async function press(page: Page, button: 'Not now' | 'Allow once' | 'Always allow here'): Promise<void> {
  const box = await page.locator(HOST).boundingBox();
  if (!box) throw new Error('The question is not shown.');
  const column = ['Not now', 'Allow once', 'Always allow here'].indexOf(button);
  const x = box.x + (box.width / 6) * (2 * column + 1);
  const y = box.y + box.height - 40;
  // Clicks of the first half second are ignored on purpose; the question closes with the one that counts.
  await expect
    .poll(async () => {
      if ((await page.locator(HOST).count()) > 0) await page.mouse.click(x, y);
      return page.locator(HOST).count();
    })
    .toBe(0);
}

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
  });

  it('asks before a notebook of the user’s is touched; no socket opens before the answer', async () => {
    await page.goto(`${COLAB}/drive/notebook-a${server.fragment}`);
    await page.locator(HOST).waitFor();
    expect(page.url()).toBe(`${COLAB}/drive/notebook-a`);
    expect(server.origins).toEqual([]);
    await press(page, 'Allow once');
    await server.waitForTab();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    await page.reload();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    expect(await page.locator(HOST).count()).toBe(0);
  });

  it('takes no for an answer', async () => {
    await page.goto(`${COLAB}/drive/notebook-b${server.fragment}`);
    await press(page, 'Not now');
    await page.reload();
    await page.locator('.notebook-cell-list').waitFor();
    expect(await page.locator(HOST).count()).toBe(0);
    expect(server.origins).toEqual([]);
  });

  it('remembers a notebook, and only that one', async () => {
    await page.goto(`${COLAB}/drive/notebook-c${server.fragment}`);
    await press(page, 'Always allow here');
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

  it('asks anew when the tab goes from a scratch notebook to one of the user’s', async () => {
    await page.goto(SCRATCH + server.fragment);
    await agent.use('get_status');
    await page.evaluate(() => history.pushState(null, '', '/drive/notebook-e'));
    await page.locator(HOST).waitFor();
    const waiting = agent.use('get_status');
    await press(page, 'Allow once');
    expect(await waiting).toMatchObject({ connected: true });
  });

  it('cannot be answered, read, hidden or moved by the page', async () => {
    await page.goto(`${COLAB}/drive/notebook-f${server.fragment}`);
    await page.locator(HOST).waitFor();
    const seen = await page.evaluate((selector) => {
      const host = document.querySelector(selector);
      if (!(host instanceof HTMLElement)) return null;
      host.style.cssText =
        'opacity: 0 !important; transform: translateX(900px) !important; display: none !important';
      for (const type of ['pointerdown', 'click'])
        host.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
      const { opacity, transform, display } = getComputedStyle(host);
      return { root: host.shadowRoot, text: host.textContent, opacity, transform, display };
    }, HOST);
    expect(seen).toEqual({ root: null, text: '', opacity: '1', transform: 'none', display: 'block' });
    expect(server.origins).toEqual([]);
  });
});
