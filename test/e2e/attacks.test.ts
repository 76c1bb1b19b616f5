import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { TabLink } from '../../background/tab-links.ts';
import { splitConnectionUrl } from '../../src/wire/connection-url.ts';
import { keyIn } from '../../src/wire/keys.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { ClosedRoot } from '../support/closed-root.ts';
import { CONSENT_CARD, press } from '../support/consent-card.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { FORGED_HELLO, Impostor, INITIALIZE, RUN_CODE } from '../support/impostor.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const opened = useBrowser();
let folder: TemporaryFolder;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  folder = await temporaryFolder('attacks');
  cleanUp = [() => folder.remove()];
});
afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
});

async function newPage(): Promise<Page> {
  const page = await opened().newPage();
  cleanUp.push(() => page.close());
  return page;
}

async function google(options = {}): Promise<GoogleLikeServer> {
  const server = await GoogleLikeServer.start(options);
  cleanUp.push(() => server.close().catch(() => {}));
  return server;
}

async function bridge(): Promise<RunningBridge> {
  const started = await startBridge({ colabUrl: SCRATCH, tokenFile: join(folder.path, 'bridge.json') });
  cleanUp.push(() => started.close());
  return started;
}

/** A page of another site that leads the tab there by a click. */
async function ledBy(page: Page, address: string): Promise<void> {
  await page.route('https://evil.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${address}">free GPUs</a>` }),
  );
  await page.goto('https://evil.example/');
  await page.click('a');
  await page.waitForURL(`${COLAB}/**`);
}

const links = async (): Promise<TabLink[]> => {
  const worker = await opened().browser.serviceWorker();
  const stored = await worker.evaluate(() => chrome.storage.session.get<{ links?: TabLink[] }>('links'));
  return stored.links ?? [];
};
const badges = async (): Promise<string[]> => {
  const worker = await opened().browser.serviceWorker();
  return worker.evaluate(async () => {
    const tabs = await chrome.tabs.query({});
    return Promise.all(tabs.map(({ id = 0 }) => chrome.action.getBadgeText({ tabId: id })));
  });
};
const warning = async (page: Page): Promise<string> =>
  (await new ClosedRoot(page, CONSENT_CARD.slice(1)).texts('P')).join(' ');
const sources = async (page: Page): Promise<string | null> =>
  page
    .locator('.notebook-cell-list')
    .textContent()
    .catch(() => '');

describe('whoever takes the port of a bridge that has ended', () => {
  it.each([
    ['as a server that is not ours', [INITIALIZE, RUN_CODE]],
    ['as our bridge', [FORGED_HELLO, RUN_CODE]],
    ['saying nothing', []],
  ])('is dialled, learns no secret, and is not let in: %s', async (_how, greet) => {
    const page = await newPage();
    const first = await bridge();
    let address = '';
    expect(
      await first.connect((link) => {
        address = link;
        return page.goto(link);
      }),
    ).toBe(true);
    await createAgent(callerOf(first.client)).addCode('mine', 0);
    const port = splitConnectionUrl(address).caller?.credentials.port ?? 0;
    await first.kill();
    const impostor = await Impostor.at(port, greet);
    cleanUp.push(() => impostor.close().catch(() => {}));
    await expect.poll(() => impostor.dials.length, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(await badges()).not.toContain('on');
    expect(await sources(page)).not.toContain('stolen');
    expect(impostor.heard).toEqual([]);
    // Of all that is known to either side, only the name of the key was said, and no two dials were the same.
    const [link] = await links();
    const told = impostor.dials.join(' ');
    expect(told).not.toContain(link?.paired?.key.secret);
    expect(told).not.toContain(keyIn(link?.credentials.token ?? '')?.secret);
    expect(told).not.toContain('access_token');
    expect(new Set(impostor.dials).size).toBe(impostor.dials.length);

    // The bridge comes back, and the tab by itself.
    await impostor.close();
    const second = await bridge();
    expect(await second.connect(async () => {})).toBe(true);
    expect(await createAgent(callerOf(second.client)).sources()).toContain('mine');
  });
});

describe('whoever takes the place of a server that cannot prove itself', () => {
  it('at the other address of its port is not even dialled', async () => {
    const server = await google({ host: '127.0.0.1' });
    const impostor = await Impostor.at(server.port, [INITIALIZE, RUN_CODE], '::1');
    cleanUp.push(() => impostor.close());
    const agent = createAgent((name, args) => server.callTool(name, args));
    const page = await newPage();
    await page.goto(SCRATCH + server.fragment);
    await agent.use('get_status');
    await server.dropSocket();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    expect(impostor.dials).toEqual([]);
  });

  it('after a pause is asked about, and gets nothing when the user says no', async () => {
    const server = await google({ host: '127.0.0.1' });
    const page = await newPage();
    await page.goto(SCRATCH + server.fragment);
    await server.callTool('get_status');
    await server.close();
    await expect.poll(async () => (await badges()).includes('!'), { timeout: 10_000 }).toBe(true);
    await page.waitForTimeout(3_100);
    const impostor = await Impostor.at(server.port, [INITIALIZE, RUN_CODE]);
    cleanUp.push(() => impostor.close());
    await page.locator(CONSENT_CARD).waitFor();
    expect(await badges()).not.toContain('on');
    expect(await warning(page)).toContain('another program may have taken the place of your agent’s');
    await press(page, 'Not now');
    const dialled = impostor.dials.length;
    await page.reload();
    await page.locator('.notebook-cell-list').waitFor();
    expect(await sources(page)).not.toContain('stolen');
    expect([impostor.heard, impostor.dials.length]).toEqual([[], dialled]);
  });
});

describe('the address of a tab', () => {
  it('can be read by the page it was opened with, and is of no use to it or to anybody else', async () => {
    const page = await newPage();
    const { connect, client } = await bridge();
    expect(await connect((link) => page.goto(link))).toBe(true);
    const leaked = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '');
    const { caller } = splitConnectionUrl(leaked);
    expect(caller).not.toBeNull();
    const { port = 0, token = '' } = caller?.credentials ?? {};
    for (const query of [
      `access_token=${token}`,
      `cellwire_key=${keyIn(token)?.id}&cellwire_challenge=${'c'.repeat(43)}`,
    ]) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/?${query}`, 'mcp', { headers: { Origin: COLAB } });
      const failure = new Promise((resolve) => socket.once('error', resolve));
      expect(String(await failure)).toContain('401');
    }
    expect(await createAgent(callerOf(client)).use('get_status')).toMatchObject({ connected: true });
  });
});

describe('a web page that leads to a notebook', () => {
  it('with a server of its choice is asked about, also where the notebook is a scratch one', async () => {
    const server = await google();
    const page = await newPage();
    await ledBy(page, SCRATCH + server.fragment);
    await page.locator(CONSENT_CARD).waitFor();
    expect(await warning(page)).toContain('a web page may have opened it');
    expect(server.origins).toEqual([]);
    await press(page, 'Not now');
    await page.waitForTimeout(500);
    expect(server.origins).toEqual([]);
    // A no lasts: it cannot ask again and again.
    await ledBy(page, SCRATCH + server.fragment);
    await page.locator('.notebook-cell-list').waitFor();
    await page.waitForTimeout(500);
    expect(await page.locator(CONSENT_CARD).count()).toBe(0);
    expect(server.origins).toEqual([]);
  });

  it('that is always allowed connects it to no other server', async () => {
    const [trusted, other] = [await google(), await google()];
    const page = await newPage();
    await page.goto(`${COLAB}/drive/always${trusted.fragment}`);
    await press(page, 'Always for this notebook');
    await trusted.waitForTab();
    const next = await newPage();
    await ledBy(next, `${COLAB}/drive/always${other.fragment}`);
    // The tab that shows it may be asked in place of the new one.
    await expect
      .poll(
        async () =>
          (await page.locator(CONSENT_CARD).count()) +
          (next.isClosed() ? 0 : await next.locator(CONSENT_CARD).count()),
      )
      .toBe(1);
    expect(other.origins).toEqual([]);
    expect(trusted.connected).toBe(true);
  });

  it('ends no link that works, with a token that is made up', async () => {
    const server = await google();
    const agent = createAgent((name, args) => server.callTool(name, args));
    const page = await newPage();
    await page.goto(SCRATCH + server.fragment);
    await agent.use('get_status');
    await page.evaluate((port) => {
      location.hash = `mcpProxyToken=madeup&mcpProxyPort=${port}`;
    }, server.port);
    await page.locator(CONSENT_CARD).waitFor();
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    expect(server.closeCodes).toEqual([]);
  });

  it('a hundred times makes one question, and no connection', async () => {
    const server = await google();
    const page = await newPage();
    await page.goto(SCRATCH);
    await page.evaluate(async (port) => {
      for (let count = 0; count < 100; count += 1) {
        location.hash = `mcpProxyToken=made${count}&mcpProxyPort=${port + (count % 50)}`;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }, server.port);
    await page.locator(CONSENT_CARD).waitFor();
    await expect.poll(links).toHaveLength(1);
    expect(server.origins).toEqual([]);
    const worker = await opened().browser.serviceWorker();
    expect(await worker.evaluate(() => chrome.offscreen.hasDocument())).toBe(false);
  });
});
