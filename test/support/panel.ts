import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeEach, expect } from 'vitest';
import { projectRoot } from '../../scripts/setup/command.mjs';
import type { TabState } from '../../src/wire/pushed-state.ts';
import { tabStateKey } from '../../src/wire/pushed-state.ts';
import { seriousFaults } from './axe.ts';
import { FakeSession } from './fake-session.ts';
import type { OpenBrowser } from './open-notebook.ts';
import { COLAB, useBrowser } from './open-notebook.ts';
import { CLAUDE, CURSOR, linkOf, tabStateOf } from './panel-states.ts';

/** To be looked at; nobody compares them. */
const PICTURES = join(projectRoot, 'test-results', 'panel');
const SIZE = { width: 400, height: 900 };
const NOTEBOOK = `${COLAB}/drive/panel`;

/** The panel of a notebook, in a page of its own. */
class Panel {
  readonly page: Page;
  readonly notebook: Page;
  readonly tabId: number;
  readonly #opened: OpenBrowser;

  private constructor(opened: OpenBrowser, page: Page, notebook: Page, tabId: number) {
    this.#opened = opened;
    this.page = page;
    this.notebook = notebook;
    this.tabId = tabId;
  }

  static async create(opened: OpenBrowser): Promise<Panel> {
    const notebook = await opened.newPage();
    await notebook.goto(NOTEBOOK);
    const worker = await opened.browser.serviceWorker();
    const tabId = await worker.evaluate(
      async (url) => (await chrome.tabs.query({ url }))[0]?.id ?? -1,
      NOTEBOOK,
    );
    const page = await opened.newPage();
    await page.setViewportSize(SIZE);
    return new Panel(opened, page, notebook, tabId);
  }

  async open(): Promise<void> {
    const path = `src/ui/panel/panel.html?tab=${this.tabId}`;
    await this.page.goto(`chrome-extension://${this.#opened.browser.extensionId}/${path}`);
  }

  /** Before it is opened. */
  install(data: Parameters<typeof FakeSession.install>[1]): Promise<FakeSession> {
    return FakeSession.install(this.page, data);
  }

  async setState(state: TabState): Promise<void> {
    const worker = await this.#opened.browser.serviceWorker();
    await worker.evaluate((items) => chrome.storage.session.set(items), { [tabStateKey(this.tabId)]: state });
  }

  twoAgents(): TabState {
    return tabStateOf([linkOf(CLAUDE, this.tabId, { busy: true }), linkOf(CURSOR, this.tabId)]);
  }

  async choose(tab: string): Promise<void> {
    await this.page.getByRole('tab', { name: tab }).click();
  }

  async picture(name: string): Promise<void> {
    await mkdir(PICTURES, { recursive: true });
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  /** Light, dark, narrow and zoomed; nothing is cut off, and nobody is kept out. */
  async pictures(name: string): Promise<void> {
    const { page } = this;
    const overflow = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await page.mouse.move(0, 0);
    await this.picture(name);
    expect(await seriousFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await this.picture(`${name}-dark`);
    expect(await seriousFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 900 });
    await this.picture(`${name}-narrow`);
    expect(await overflow()).toBeLessThanOrEqual(0);
    // At 200 % a panel of 400 pixels has 200 of its own.
    await page.setViewportSize({ width: 200, height: 450 });
    await this.picture(`${name}-zoomed`);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.setViewportSize(SIZE);
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.notebook.close();
  }
}

/** A notebook and its panel for each test. */
export function usePanel(): () => Panel {
  const opened = useBrowser();
  let panel: Panel;
  beforeEach(async () => {
    panel = await Panel.create(opened());
  });
  afterEach(async () => {
    await panel.close();
    expect(opened().problems.found).toEqual([]);
  });
  return () => panel;
}
