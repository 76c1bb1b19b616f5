import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import { CANARY_OPERATIONS } from '../../src/notebook/inspection.ts';
import { isAtLength } from '../support/at-length.ts';
import { seriousFaults } from '../support/axe.ts';
import { startBridge } from '../support/bridge.ts';
import { press } from '../support/consent-card.ts';
import { missingOnShape } from '../support/missing-on-shape.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { bundlePageAgent } from '../support/page-agent.ts';
import { openPanel } from '../support/panel-page.ts';
import type { Ended } from '../support/program-on-page.ts';
import { allowCanary, runOnPage } from '../support/program-on-page.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Every operation works in every way that is expected of it. */
function requireAllWell(stdout: string, { code, said }: Omit<Ended, 'stdout'>): void {
  expect(code, said).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ build: expect.stringContaining('playground'), mismatches: [], left: null });
  const rows: Array<{ operation: string; works: boolean | null }> = report.rows;
  expect(rows.filter(({ works }) => works === false)).toEqual([]);
  for (const operation of CANARY_OPERATIONS) {
    expect(
      rows.some((row) => row.operation === operation && row.works),
      operation,
    ).toBe(true);
  }
}

/** In the page: wherever a name may stand that is not of the page itself. */
function showPersonal(name: string): void {
  document.title = `${name} - Colab`;
  const field = document.querySelector('#doc-name');
  if (field) Object.assign(field, { value: name });
  field?.setAttribute('value', name);
  for (const attribute of ['title', 'aria-label', 'alt', 'href', 'data-email']) {
    document.querySelector('#header-logo img')?.setAttribute(attribute, name);
  }
  const output = document.querySelector('.cell.code .output');
  const shown = document.createElement('div');
  shown.className = 'Ada';
  shown.id = 'Lovelace';
  shown.textContent = name;
  output?.append(shown);
}

describe('the program looks at a page', () => {
  const opened = useBrowser();
  let folder: TemporaryFolder;
  let page: Page;
  beforeAll(async () => {
    folder = await temporaryFolder('canary');
  });
  afterAll(() => folder.remove());
  beforeEach(async () => {
    page = await opened().newPage();
  });
  afterEach(() => page.close());

  const command = (args: string[], meanwhile?: () => Promise<unknown>): Promise<Ended> =>
    runOnPage(page, { args, folder: folder.path }, meanwhile);

  /** The user writes something into the first cell. */
  async function write(text: string): Promise<void> {
    const cells = await page.waitForFunction(() => Reflect.get(window, 'colab')?.global.notebook?.cells[0]);
    await cells.evaluate((cell, written) => cell.setText(written), text);
  }

  it('the canary asks the user, finds all well, and leaves the notebook as it was', async () => {
    const { stdout, ...ended } = await command(['canary', '--json'], () => allowCanary(opened(), page));
    requireAllWell(stdout, ended);
    expect(await page.locator('.cell').count()).toBe(1);
    expect(ended.said).toContain('restart: kernel.restart()');
    expect(opened().problems.found).toEqual([]);
  });

  it('the canary leaves alone what the user writes while it is at work, and says so', async () => {
    const meanwhile = async (): Promise<void> => {
      await allowCanary(opened(), page);
      await page.locator('.cell').nth(1).waitFor();
      await page.evaluate(async (code) => {
        const { tools } = Reflect.get(window, 'colab').global.notebook.colabMcpToolsService;
        const add = tools.find(({ toolName }: { toolName: string }) => toolName === 'add_code_cell');
        await add.toolCallback({ cellIndex: 0, language: 'python', code });
      }, 'mine = 1');
    };
    const { stdout } = await command(['canary', '--json', '--only', 'insert,move,delete'], meanwhile);
    const report = JSON.parse(stdout);
    expect(report.left).toContain('what somebody else wrote meanwhile was left alone');
    expect(await page.locator('.cell').count()).toBe(2);
    expect(await page.locator('.cell').first().textContent()).toContain('mine = 1');
  });

  it('the panel does the same, and its report can be read, copied and saved', async () => {
    const bridge = await startBridge({ colabUrl: `${SCRATCH}?variant=no-tools-service` });
    const { browser } = opened();
    try {
      await bridge.connect((link) => page.goto(link));
      const panel = await openPanel(opened(), page);
      await panel.setViewportSize({ width: 400, height: 900 });
      await panel.getByRole('tab', { name: 'Rules' }).click();
      await panel.getByRole('button', { name: 'Try everything' }).click();
      await panel.getByRole('button', { name: 'Trying…' }).waitFor();
      await panel.getByRole('button', { name: 'Copy the report' }).click({ timeout: 60_000 });
      await panel.getByRole('button', { name: 'Copied' }).waitFor();
      await browser.context.grantPermissions(['clipboard-read']);
      const copied = await panel.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(
        /^Cellwire [\d.]+, Colab build colab-external_\S+playground\n\d+ ways work, 6 do not\.\n/,
      );
      // What is shown is what is copied.
      await panel.getByText(/^\d+ ways work, 6 do not\.$/).waitFor();
      await panel.getByText('notebook.colabMcpToolsService: missing').waitFor();
      expect(
        await panel.getByRole('row', { name: 'tools service the page does not offer it NO' }).count(),
      ).toBe(6);
      await panel
        .getByRole('row', { name: /^run button yes \d+$/ })
        .first()
        .waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await panel.emulateMedia({ colorScheme });
        expect(await seriousFaults(panel)).toEqual([]);
      }
      for (const width of [400, 320, 200]) {
        await panel.setViewportSize({ width, height: 900 });
        const overflow = await panel.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect({ width, overflow }).toEqual({ width, overflow: 0 });
      }
      const download = panel.waitForEvent('download');
      await panel.getByRole('button', { name: 'Save the page’s structure' }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toMatch(/^colab-shape-.*\.json$/);
      expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toMatchObject({
        html: { name: 'html' },
      });
      await panel.close();
    } finally {
      await bridge.close();
    }
  });

  it('the canary does nothing without the user, and the panel says why it does nothing here', async () => {
    const deny = async (): Promise<void> => {
      const panel = await openPanel(opened(), page);
      await panel.getByRole('button', { name: 'Deny' }).click();
      await panel.getByRole('tab', { name: 'Rules' }).click();
      await write('mine = 1');
      await panel.getByRole('button', { name: 'Try everything' }).click();
      await panel.getByText('Something is written or runs in this scratch notebook').waitFor();
      await panel.close();
    };
    const { code, stdout, said } = await command(['canary'], deny);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(said).toContain('The user was asked and said no');
  });

  it('a page that was written down has nothing of the user in it, and all that is expected', async () => {
    const out = join(folder.path, 'shape.json');
    const secret = 'my_secret = "Ada Lovelace"';
    // A notebook of the user's: to be looked at, it must be allowed.
    const url = `${COLAB}/drive/aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456?cells=3`;
    const allow = async (): Promise<void> => {
      await write(secret);
      await page.evaluate(showPersonal, 'Ada Lovelace, ada@example.com');
      await press(page, 'Allow once');
    };
    const { code, said } = await command(['shape', '--out', out, '--colab-url', url], allow);
    expect(code, said).toBe(0);
    const text = await readFile(out, 'utf8');
    const ids = await page.evaluate(() =>
      Array.from(document.querySelectorAll('.cell'), ({ id }) => id.slice(5)),
    );
    for (const own of [
      'Lovelace',
      'Ada',
      'example.com',
      'my_secret',
      'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456',
      ...ids,
    ]) {
      expect(text).not.toContain(own);
    }

    expect(await missingOnShape(page, JSON.parse(text), await bundlePageAgent())).toEqual([]);
  });
});

const hasJupyter = (await findJupyter()) !== undefined;

describe.skipIf(!hasJupyter || !isAtLength)(
  'the program looks at a page with the kernel of real IPython',
  () => {
    const opened = useBrowser('jupyter');

    it('finds all well, and leaves the notebook as it was', async () => {
      const folder = await temporaryFolder('canary');
      const page = await opened().newPage();
      try {
        const command = { args: ['canary', '--json'], folder: folder.path };
        const { stdout, ...ended } = await runOnPage(page, command, () => allowCanary(opened(), page));
        requireAllWell(stdout, ended);
        expect(await page.locator('.cell').count()).toBe(1);
        expect(opened().problems.found).toEqual([]);
      } finally {
        await page.close();
        await folder.remove();
      }
    });
  },
);
