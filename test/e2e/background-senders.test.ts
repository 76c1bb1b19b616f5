import { describe, expect, it } from 'vitest';
import { createAgent } from '../support/agent.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';

describe('who may speak to the background', () => {
  const opened = useBrowser();

  it('gives no orders to the link from a tab, and no word on other tabs', async () => {
    const server = await GoogleLikeServer.start();
    const page = await opened().newPage();
    await page.goto(SCRATCH + server.fragment);
    await createAgent((name, args) => server.callTool(name, args)).use('get_status');
    const cdp = await opened().browser.context.newCDPSession(page);
    const contexts: Array<{ id: number; name: string }> = [];
    cdp.on('Runtime.executionContextCreated', ({ context }) => contexts.push(context));
    await cdp.send('Runtime.enable');
    const session = contexts.find(({ name }) => name === 'Cellwire');
    if (!session) throw new Error('The content script has no world of its own.');
    const say = async (message: object): Promise<unknown> => {
      const { result } = await cdp.send('Runtime.evaluate', {
        contextId: session.id,
        awaitPromise: true,
        returnByValue: true,
        expression: `Promise.race([
          chrome.runtime.sendMessage(${JSON.stringify(message)}).then((answer) => answer ?? 'nothing', () => 'nothing'),
          new Promise((resolve) => setTimeout(resolve, 500, 'nothing')),
        ])`,
      });
      return result.value;
    };
    expect(await say({ to: 'link', type: 'list' })).toBe('nothing');
    expect(await say({ to: 'worker', type: 'popup-state', tabId: 1 })).toBe('nothing');
    const stranger = { to: 'worker', type: 'consent-refused', linkId: 'somebody-else' };
    await say(stranger);
    expect(server.connected).toBe(true);
    await page.close();
    await server.close();
  });
});
