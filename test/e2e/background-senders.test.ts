import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { TabLink } from '../../background/tab-links.ts';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import { LAST_MET_KEY } from '../../src/wire/pushed-state.ts';
import { createAgent } from '../support/agent.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';

describe('who may speak to the background', () => {
  const opened = useBrowser();

  /** The worker's own list of links; pages and content scripts cannot read it. */
  async function linkTo(server: GoogleLikeServer): Promise<TabLink> {
    const worker = await opened().browser.serviceWorker();
    const stored = await worker.evaluate(() => chrome.storage.session.get<{ links: TabLink[] }>('links'));
    const link = stored.links.find(({ credentials }) => credentials.port === server.port);
    if (!link) throw new Error(`There is no link to port ${server.port}.`);
    return link;
  }

  /** Runs code in the world of the tab's content script. */
  async function inSession(page: Page): Promise<(expression: string) => Promise<unknown>> {
    const cdp = await opened().browser.context.newCDPSession(page);
    const contexts: Array<{ id: number; name: string }> = [];
    cdp.on('Runtime.executionContextCreated', ({ context }) => contexts.push(context));
    await cdp.send('Runtime.enable');
    const session = contexts.find(({ name }) => name === 'Cellwire');
    if (!session) throw new Error('The content script has no world of its own.');
    return async (expression) => {
      const { result } = await cdp.send('Runtime.evaluate', {
        contextId: session.id,
        awaitPromise: true,
        returnByValue: true,
        expression,
      });
      return result.value;
    };
  }

  it('a tab speaks for itself alone: other tabs keep their links, and their questions', async () => {
    const [mine, others, asking] = await Promise.all([1, 2, 3].map(() => GoogleLikeServer.start()));
    if (!mine || !others || !asking) throw new Error('There are three.');
    const [page, otherPage, askingPage] = [
      await opened().newPage(),
      await opened().newPage(),
      await opened().newPage(),
    ];
    await page.goto(SCRATCH + mine.fragment);
    await otherPage.goto(SCRATCH + others.fragment);
    await askingPage.goto(`${COLAB}/drive/asking${asking.fragment}`);
    await askingPage.locator('#cellwire-consent').waitFor();
    const [agent, otherAgent] = [mine, others].map((server) =>
      createAgent((name, args) => server.callTool(name, args)),
    );
    await agent?.use('get_status');
    await otherAgent?.use('get_status');
    const [link, asked] = [await linkTo(others), await linkTo(asking)];

    const run = await inSession(page);
    const say = (message: object): Promise<unknown> =>
      run(`chrome.runtime.sendMessage(${JSON.stringify(message)}).then((answer) => answer ?? 'nothing')`);

    // It may speak at all: what it says of its own tab is heard.
    const place = { origin: COLAB, path: '/notebooks/empty.ipynb' };
    expect(
      await say({
        ...{ to: 'worker', type: 'tab-started', place, hasSessionScript: true },
        ...{ credentials: null, agent: null, isNewTab: false },
      }),
    ).toMatchObject({
      attach: [(await linkTo(mine)).linkId],
      ask: [],
    });

    expect(await say({ to: 'offscreen', type: 'list' })).toBe('nothing');
    expect(await say({ to: 'offscreen', type: 'close', linkId: link.linkId, reason: 'mischief' })).toBe(
      'nothing',
    );
    const policy = { ...ALLOW_ALL, paused: true };
    expect(await say({ to: 'worker', type: 'popup-policy', tabId: link.tabId, policy })).toBe('nothing');
    const disconnect = { to: 'worker', type: 'popup-disconnect', linkId: link.linkId };
    expect(await say(disconnect)).toBe('nothing');
    for (const message of [
      { type: 'popup-allow', linkId: link.linkId },
      { type: 'popup-stop', tabId: link.tabId },
      { type: 'default-policy', verdicts: ALLOW_ALL.verdicts },
      { type: 'link-asks', linkId: link.linkId },
    ]) {
      expect(await say({ to: 'worker', ...message })).toBe('nothing');
    }
    const refuse = { to: 'offscreen', type: 'refuse', linkId: link.linkId, refused: 'stopped' };
    expect(await say(refuse)).toBe('nothing');
    // What is kept for good is about the notebook that the tab shows, whatever is claimed.
    const elsewhere = { origin: COLAB, path: '/drive/asking' };
    await say({ to: 'worker', type: 'tab-policy', place: elsewhere, policy });
    const kept = await (await opened().browser.serviceWorker()).evaluate(() => chrome.storage.local.get());
    expect(Object.keys(kept)).toEqual([LAST_MET_KEY]);
    await say({ to: 'worker', type: 'consent-refused', linkId: link.linkId });
    const consent = { to: 'worker', type: 'consent-given', linkId: asked.linkId, remember: true };
    expect(await say({ ...consent, place: asked.question })).toMatchObject({ attach: [], ask: [] });
    await say({ to: 'worker', type: 'consent-refused', linkId: asked.linkId });
    const wasCutOff = `new Promise((resolve) => chrome.runtime
      .connect({ name: 'cellwire-session:${link.linkId}' })
      .onDisconnect.addListener(() => resolve('cut off')))`;
    expect(await run(wasCutOff)).toBe('cut off');
    for (const area of ['session', 'local']) {
      const tokens = `chrome.storage.${area}.get().then(JSON.stringify, () => 'out of reach')`;
      expect(await run(tokens)).toBe('out of reach');
    }

    expect(await linkTo(others)).toEqual(link);
    expect(await linkTo(asking)).toEqual(asked);
    expect(await otherAgent?.use('get_status')).toMatchObject({ connected: true });
    expect(others.closeCodes).toEqual([]);
    expect(asking.origins).toEqual([]);
    for (const tab of [page, otherPage, askingPage]) await tab.close();
    for (const server of [mine, others, asking]) await server.close();
  });
});
