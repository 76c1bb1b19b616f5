import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, createAgent } from '../support/agent.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import type { BrowserWithExtension } from '../support/browser.ts';
import { launchWithExtension } from '../support/browser.ts';
import { press } from '../support/consent-card.ts';
import { COLAB, SCRATCH } from '../support/open-notebook.ts';
import type { Playground } from '../support/playground.ts';
import { startTestPlayground } from '../support/playground.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a browser that is closed and started again', () => {
  const notebook = `${COLAB}/drive/kept`;
  let playground: Playground;
  let profile: TemporaryFolder;
  let browser: BrowserWithExtension;
  let bridge: RunningBridge;

  const launch = (): Promise<BrowserWithExtension> =>
    launchWithExtension({ playground, profile: profile.path });

  beforeAll(async () => {
    playground = await startTestPlayground();
    profile = await temporaryFolder('profile');
    browser = await launch();
    bridge = await startBridge({ colabUrl: SCRATCH });
  });
  afterAll(async () => {
    await bridge?.close();
    await browser?.close();
    await playground?.close();
    await profile?.remove();
  });

  const open = async (url: string): Promise<Page> => {
    const page = await browser.context.newPage();
    await page.goto(url);
    return page;
  };

  it('shows the notebook again, and the agent is in it where the user said always, without being asked for', async () => {
    const agent = createAgent(callerOf(bridge.client));
    const told = agent.ask('open_colab_browser_connection', { url: notebook });
    const { next } = await agent.fail('get_status');
    const page = await open(notebook + new URL(/https:\S+/.exec(next)?.[0] ?? '').hash);
    await press(page, 'Always for this notebook');
    expect((await told).isError).toBe(false);
    await browser.close();
    browser = await launch();
    await open(notebook);
    await expect
      .poll(async () => (await agent.ask('get_status')).data)
      .toMatchObject({ connected: true, notebook: { url: notebook } });
  });
});
