import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { tabStateKey } from '../../src/wire/pushed-state.ts';
import { seriousFaults } from '../support/axe.ts';
import type { BrowserWithExtension } from '../support/browser.ts';
import { launchWithExtension } from '../support/browser.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { SCRATCH } from '../support/open-notebook.ts';
import { CURSOR, HOSTILE, linkOf, tabStateOf } from '../support/panel-states.ts';
import type { Playground } from '../support/playground.ts';
import { startTestPlayground } from '../support/playground.ts';
import { Problems } from '../support/problems.ts';

/** To be looked at; nobody compares them. */
const PICTURES = join(projectRoot, 'test-results', 'start');

describe('the start page', () => {
  let playground: Playground;
  let browser: BrowserWithExtension;
  let problems: Problems;
  let server: GoogleLikeServer;
  let start: Page;

  beforeAll(async () => {
    await mkdir(PICTURES, { recursive: true });
    playground = await startTestPlayground();
    browser = await launchWithExtension({ playground, keepsStartPage: true });
    problems = await Problems.watch(browser.context);
    server = await GoogleLikeServer.start();
    const isStart = (page: Page): boolean => page.url().endsWith('/start/start.html');
    const { context } = browser;
    start = context.pages().find(isStart) ?? (await context.waitForEvent('page', { predicate: isStart }));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await playground?.close();
  });

  const check = (title: string) =>
    start.locator('.check-row', { has: start.getByText(title, { exact: true }) });

  async function picture(name: string): Promise<void> {
    await start.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }

  it('opens once the extension is installed, behind what the user looks at', async () => {
    const worker = await browser.serviceWorker();
    const active = await worker.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      const shown = await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.TAB] });
      return { starts: shown.length, isActive: shown[0]?.tabId === tab?.id };
    });
    expect(active).toEqual({ starts: 1, isActive: false });
  });

  it('tells what to do next, and keeps nobody out, in every look', async () => {
    await start.bringToFront();
    await start.getByText('No bridge has been seen yet.').waitFor();
    expect(await start.getByRole('img').count()).toBe(4);
    await check('Server').getByText('Warning').waitFor();
    for (const title of [
      'Extension',
      'Browser',
      'Permissions',
      'Offscreen document',
      'Header rules',
      'Dialling',
    ])
      await check(title).getByText('OK').waitFor();
    for (const [name, colorScheme, width] of [
      ['light', 'light', 1280],
      ['dark', 'dark', 1280],
      ['narrow', 'light', 360],
      ['zoomed', 'dark', 240],
    ] as const) {
      await start.setViewportSize({ width, height: 900 });
      await start.emulateMedia({ colorScheme });
      await picture(name);
      expect(await seriousFaults(start)).toEqual([]);
      const overflow = await start.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, name).toBeLessThanOrEqual(0);
    }
    await start.setViewportSize({ width: 1280, height: 900 });
    await start.emulateMedia({ colorScheme: 'light' });
  });

  it('works by keys alone: copies the command, and sets what agents may do', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await start.bringToFront();
    const reached: string[] = [];
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await start.keyboard.press(key);
      reached.push(
        await start.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
        ),
      );
    };
    await start.evaluate(() => document.body.focus());
    await press('Tab', 'Tab', 'Tab', 'Tab');
    expect(reached.at(-1)).toBe('Copy: npx cellwire setup');
    await press('Enter');
    await start.getByText('Copied.', { exact: true }).waitFor();
    expect(await start.evaluate(() => navigator.clipboard.readText())).toBe('npx cellwire setup');
    // Past the demo's command, to the first rule and the next.
    await press('Tab', 'Tab', 'Tab');
    await press('ArrowDown');
    await start.getByText('They show you every edit first.').waitFor();
    const worker = await browser.serviceWorker();
    const kept = await worker.evaluate(
      async () => (await chrome.storage.local.get('defaultVerdicts')).defaultVerdicts,
    );
    expect(kept).toMatchObject({ edit: 'propose' });
  });

  it('follows a server that comes and goes, without being asked', async () => {
    const notebook = await browser.context.newPage();
    await notebook.goto(SCRATCH + server.fragment);
    await server.waitForTab();
    await start.getByText('Connected to a notebook: an agent by Google').waitFor();
    await check('Link').getByText('OK').waitFor();
    await check('Header rules').getByText(`In place for port ${server.port}.`).waitFor();
    await check('Offscreen document').getByText('Open: it holds the sockets.').waitFor();
    await server.close();
    await check('Link').getByText('Failure').waitFor();
    await check('Dialling').getByText('Warning').first().waitFor();
    await notebook.close();
    await start.locator('#state').getByText('None is connected now.').waitFor();
  });

  it('shows names as text, and copies nothing secret', async () => {
    const worker = await browser.serviceWorker();
    const link = linkOf({ ...CURSOR, name: HOSTILE }, 7, {
      phase: 'retrying',
      detail: `no ${server.token} ${HOSTILE}`,
    });
    await worker.evaluate((items) => chrome.storage.session.set(items), {
      [tabStateKey(7)]: tabStateOf([link]),
    });
    await check('Link').getByText('<img src=x').waitFor();
    expect(await start.locator('img').count()).toBe(1);
    expect(await start.evaluate(() => 'hacked' in globalThis)).toBe(false);
    await picture('hostile');
    expect(await seriousFaults(start)).toEqual([]);
    await start.bringToFront();
    await start.getByRole('button', { name: 'Copy as text' }).click();
    await start.getByText('Copied.', { exact: true }).waitFor();
    const copied = await start.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('FAILURE  Link: ');
    expect(copied).not.toContain(server.token);
    expect(problems.found).toEqual([]);
  });
});
