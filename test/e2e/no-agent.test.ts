import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { createAgent } from '../support/agent.ts';
import { press } from '../support/consent-card.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, useBrowser } from '../support/open-notebook.ts';

const STARTERS = ['page-starter.iife.js', 'starter.iife.js'];
const SLOT = 'cellwire:page-agents';

describe('a page without an agent', () => {
  const opened = useBrowser();
  let page: Page;
  let server: GoogleLikeServer;
  let agent: Agent;

  beforeEach(async () => {
    page = await opened().newPage();
    server = await GoogleLikeServer.start();
    agent = createAgent((name, args) => server.callTool(name, args));
  });
  afterEach(async () => {
    await page.close();
    await server.close();
  });

  /** The scripts of the extension that the page has been given, in the order they came. */
  async function extensionScripts(): Promise<() => string[]> {
    const cdp = await opened().browser.context.newCDPSession(page);
    const urls: string[] = [];
    cdp.on('Debugger.scriptParsed', ({ url }) => {
      if (url.startsWith('chrome-extension://')) urls.push(url.slice(url.lastIndexOf('/') + 1));
    });
    await cdp.send('Debugger.enable');
    return () => [...urls].sort();
  }

  /** The user opens an agent's address in a tab that shows a notebook already. */
  const follow = async (fragment: string): Promise<void> => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await press(page, 'Allow once');
  };

  it('gets the starters and nothing else, until an agent comes', async () => {
    const scripts = await extensionScripts();
    await page.goto(`${COLAB}/notebooks/empty.ipynb`);
    await page.locator('colab-connect-button').waitFor();
    // By now the worker has answered another page that asked later.
    const other = await opened().newPage();
    await other.goto(`${COLAB}/notebooks/empty.ipynb${server.fragment}`);
    await agent.use('get_status');
    await other.close();
    expect(scripts()).toEqual(STARTERS);

    const next = await GoogleLikeServer.start();
    await follow(next.fragment);
    await next.waitForTab();
    expect(await next.callTool('get_status', {})).toMatchObject({ structuredContent: { connected: true } });
    expect(scripts()).toEqual(['page-starter.iife.js', 'page.iife.js', 'session.iife.js', 'starter.iife.js']);
    await next.close();
  });

  it('cannot pass for the page agent: whoever registers by itself is never started', async () => {
    await page.goto(`${COLAB}/notebooks/empty.ipynb`);
    await page.evaluate((slot) => {
      const started: number[] = [];
      Reflect.set(window, 'started', started);
      const register = (): void => {
        const number = Reflect.get(
          window,
          slot,
        )((port: MessagePort) => {
          started.push(number);
          port.postMessage({ id: 1, result: '{"cells":[],"total":0,"revision":"forged"}' });
        });
      };
      // Before the page agent comes, in every moment around it, and after.
      register();
      setInterval(register, 0);
      Reflect.defineProperty(window, slot, { value: () => 1 });
      Reflect.deleteProperty(window, slot);
      const get = Reflect.get;
      Reflect.get = (target: object, key: PropertyKey, ...rest: unknown[]) =>
        key === slot ? () => register() : get(target, key, ...rest);
    }, SLOT);
    await follow(server.fragment);
    const cellId = await agent.addCode('mine');
    expect(await agent.sources()).toContain('mine');
    await agent.use('delete_cell', { cellId });
    expect(await page.evaluate(() => Reflect.get(window, 'started'))).toEqual([]);
  });

  it('is asked whether it has the session: a second agent does not bring it in again', async () => {
    const scripts = await extensionScripts();
    await page.goto(`${COLAB}/notebooks/empty.ipynb${server.fragment}`);
    await agent.use('get_status');
    const second = await GoogleLikeServer.start();
    await follow(second.fragment);
    await second.waitForTab();
    expect(await second.callTool('get_status', {})).toMatchObject({ structuredContent: { connected: true } });
    expect(scripts()).toEqual(['page-starter.iife.js', 'page.iife.js', 'session.iife.js', 'starter.iife.js']);
    await second.close();
  });
});
