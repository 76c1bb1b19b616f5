import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import { startBridge } from '../support/bridge.ts';
import { press } from '../support/consent-card.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('what the link survives', () => {
  const opened = useBrowser();
  let server: GoogleLikeServer;
  let agent: Agent;

  beforeEach(async () => {
    server = await GoogleLikeServer.start();
    agent = createAgent((name, args) => server.callTool(name, args));
  });
  afterEach(() => server.close());

  it('the service worker’s suspension: the socket is not in it', async () => {
    const page = await opened().newPage();
    await page.goto(SCRATCH + server.fragment);
    await agent.use('get_status');
    await stopServiceWorker();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    // The worker is started again for a new page, and finds its links where it left them.
    await page.reload();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    expect(server.closeCodes).toEqual([]);
    await page.close();
  });

  it('the end of the link itself: the tab asks for it again', async () => {
    const page = await opened().newPage();
    await page.goto(SCRATCH + server.fragment);
    await agent.use('get_status');
    const worker = await opened().browser.serviceWorker();
    // A call that is sent into a socket that is just dying is lost to the server itself, so it waits for the end.
    const closed = once(server, 'closed');
    await worker.evaluate(() => chrome.offscreen.closeDocument());
    await closed;
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    await page.close();
  });

  it('back and forward', async () => {
    const page = await opened().newPage();
    await page.goto(SCRATCH + server.fragment);
    await agent.addCode('kept', 0);
    await page.goto('about:blank');
    await page.goBack();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    await page.close();
  });

  it('a link opened again where the notebook already is', async () => {
    const page = await opened().newPage();
    await page.goto(SCRATCH);
    await page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(window, 'heard', heard);
      for (const type of ['popstate', 'hashchange']) addEventListener(type, () => heard.push(location.href));
    });
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, server.fragment);
    // Nothing tells who has changed the address, so the user is asked.
    await press(page, 'Allow once');
    await server.waitForTab();
    expect(JSON.stringify(await page.evaluate(() => Reflect.get(window, 'heard')))).not.toContain('mcpProxy');
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    expect(page.url()).not.toContain('mcpProxy');
    await page.close();
  });

  it('a restart of the bridge: it has the key of last time, and the tab comes back by itself', async () => {
    const folder = await temporaryFolder('restart');
    const options = { colabUrl: SCRATCH, tokenFile: join(folder.path, 'bridge.json') };
    const page = await opened().newPage();
    const first = await startBridge(options);
    expect(await first.connect((link) => page.goto(link))).toBe(true);
    await createAgent(callerOf(first.client)).addCode('still here', 0);
    await first.close();
    const second = await startBridge(options);
    const nobody = (): Promise<void> => Promise.resolve();
    expect(await second.connect(nobody)).toBe(true);
    expect(await createAgent(callerOf(second.client)).sources()).toContain('still here');
    await second.close();
    await page.close();
    await folder.remove();
  });

  async function stopServiceWorker(): Promise<void> {
    const { context, extensionId } = opened().browser;
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const versionId = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const ours = versions.find(
          ({ scriptURL, runningStatus }) => scriptURL.includes(extensionId) && runningStatus === 'running',
        );
        if (ours) resolve(ours.versionId);
      });
    });
    await page.goto(`chrome-extension://${extensionId}/src/ui/popup/popup.html?tab=0`);
    await cdp.send('ServiceWorker.enable');
    await cdp.send('ServiceWorker.stopWorker', { versionId: await versionId });
    await page.close();
  }
});
