import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Agent } from '../support/agent.ts';
import { createAgent } from '../support/agent.ts';
import { ClosedRoot } from '../support/closed-root.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';

const HOST = '#cellwire-page';

describe('what the extension shows in the page', () => {
  const opened = useBrowser();
  let server: GoogleLikeServer;
  let agent: Agent;
  let page: Page;
  let ui: ClosedRoot;

  beforeEach(async () => {
    server = await GoogleLikeServer.start();
    agent = createAgent((name, args) => server.callTool(name, args));
    page = await opened().newPage();
    ui = new ClosedRoot(page, HOST.slice(1));
    await page.goto(SCRATCH + server.fragment);
    await server.waitForTab();
    await page.locator(HOST).waitFor({ state: 'attached' });
  });
  afterEach(async () => {
    await page.close();
    await server.close();
  });

  /** The first lines of the pill. */
  const said = async (): Promise<string> => (await ui.texts('p')).join(' ');
  const press = async (label: string): Promise<void> => {
    await expect.poll(() => ui.buttonAt(label)).not.toBeNull();
    await ui.press(label);
  };

  it('is out of the page’s reach, breaks no policy of it, and says who is connected', async () => {
    await expect.poll(said).toContain("an agent by Google's server");
    const seen = await page.evaluate((selector) => {
      const host = document.querySelector(selector);
      return { root: host?.shadowRoot, text: host?.textContent, isOver: host?.matches(':popover-open') };
    }, HOST);
    expect(seen).toEqual({ root: null, text: '', isOver: true });
    expect(await page.locator('.notebook-vertical .pill, .notebook-vertical .mark').count()).toBe(0);
    expect(opened().problems.found).toEqual([]);
  });

  it('pauses the agent and lets it go on, by click and by key', async () => {
    await press('Pause');
    await expect.poll(said).toContain('paused');
    expect(await agent.fail('get_cells')).toMatchObject({ kind: 'paused' });
    await press('Resume');
    await expect.poll(() => ui.buttonAt('Pause')).not.toBeNull();
    expect(await agent.use('get_cells')).toMatchObject({ total: expect.any(Number) });
    await page.keyboard.press('Alt+Shift+P');
    await expect.poll(() => ui.buttonAt('Resume')).not.toBeNull();
    await page.keyboard.press('Alt+Shift+P');
    await expect.poll(() => ui.buttonAt('Pause')).not.toBeNull();
  });

  it.each(['reduce', 'no-preference'] as const)(
    'takes along whoever follows, and nobody else, though the view is kept otherwise: %s',
    async (reducedMotion) => {
      await page.emulateMedia({ reducedMotion });
      for (let n = 0; n < 3; n++) await agent.addCode('\n'.repeat(20));
      const scrolled = (): Promise<number> =>
        page.evaluate(() => document.querySelector('.notebook-container')?.scrollTop ?? -1);
      await agent.addCode('unseen = 1');
      expect(await scrolled()).toBe(0);
      const follow = await ui.each(
        'button',
        `function () {
          if (this.getAttribute('aria-pressed') === null) return null;
          const { left, top, width, height } = this.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        }`,
      );
      const at = z.object({ x: z.number(), y: z.number() }).parse(follow.find((found) => found !== null));
      await page.mouse.click(at.x, at.y);
      await expect
        .poll(() => ui.each('button', "function () { return this.getAttribute('aria-pressed'); }"))
        .toContain('true');
      await agent.addCode('seen = 1');
      await expect.poll(scrolled).toBeGreaterThan(400);
    },
  );

  it('goes with the last agent', async () => {
    await press('Stop');
    await expect.poll(() => page.locator(HOST).count()).toBe(0);
    const worker = await opened().browser.serviceWorker();
    const links = () => worker.evaluate(async () => (await chrome.storage.session.get('links')).links);
    await expect.poll(links).toMatchObject([{ refused: 'stopped' }]);
  });
});
