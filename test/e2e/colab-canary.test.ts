import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CANARY_OPERATIONS, type Probe } from '../../src/notebook/inspection.ts';
import { BRIDGE_FILE } from '../support/bridge.ts';
import { press } from '../support/consent-card.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { bundlePageAgent } from '../support/page-agent.ts';
import { showShape } from '../support/page-of-shape.ts';
import { openPanel } from '../support/panel-page.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LINK = /https:\/\/\S+mcpProxyToken=\S+/;

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

  /** Runs a command; its link is opened as a user would, and `meanwhile` the user does something. */
  async function command(args: string[], meanwhile: () => Promise<unknown> = async () => {}) {
    const token = join(folder.path, 'token.json');
    const child = spawn(process.execPath, [BRIDGE_FILE, ...args, '--no-browser', '--token-file', token]);
    let [said, stdout] = ['', ''];
    child.stdout.on('data', (piece) => {
      stdout += String(piece);
    });
    const link = new Promise<string>((resolve) => {
      child.stderr.on('data', (piece) => {
        said += String(piece);
        const found = LINK.exec(said)?.[0];
        if (found) resolve(found);
      });
    });
    const ended = once(child, 'exit');
    try {
      await Promise.race([link.then((url) => page.goto(url)).then(meanwhile), ended]);
      const [code] = await ended;
      return { code, stdout, said };
    } finally {
      child.kill();
    }
  }

  /** The user writes something into the first cell. */
  async function write(text: string): Promise<void> {
    const cells = await page.waitForFunction(() => Reflect.get(window, 'colab')?.global.notebook?.cells[0]);
    await cells.evaluate((cell, written) => cell.setText(written), text);
  }

  it('the canary asks the user, finds all well, and leaves the notebook as it was', async () => {
    const allow = async (): Promise<void> => {
      const panel = await openPanel(opened(), page);
      await panel.getByRole('article', { name: /wants to try in this scratch notebook/ }).waitFor();
      await panel.getByRole('button', { name: 'Allow once' }).click();
      await panel.close();
    };
    const { code, stdout, said } = await command(['canary', '--json'], allow);
    expect(code, said).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      build: expect.stringContaining('playground'),
      mismatches: [],
      left: null,
    });
    const rows: Array<{ operation: string; works: boolean | null }> = report.rows;
    expect(rows.filter(({ works }) => works === false)).toEqual([]);
    for (const operation of CANARY_OPERATIONS) {
      expect(
        rows.some((row) => row.operation === operation && row.works),
        operation,
      ).toBe(true);
    }
    expect(await page.locator('.cell').count()).toBe(1);
    expect(said).toContain('restart: kernel.restart()');
    expect(opened().problems.found).toEqual([]);
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

  it('a page that was written down shows what it lacks, in a test', async () => {
    const out = join(folder.path, 'shape.json');
    const secret = 'my_secret = "Ada Lovelace"';
    // A notebook of the user's: to be looked at, it must be allowed.
    const url = `${COLAB}/drive/aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456?cells=3`;
    const allow = async (): Promise<void> => {
      await write(secret);
      await press(page, 'Allow once');
    };
    const { code, said } = await command(['shape', '--out', out, '--colab-url', url], allow);
    expect(code, said).toBe(0);
    const text = await readFile(out, 'utf8');
    const ids = await page.evaluate(() =>
      Array.from(document.querySelectorAll('.cell'), ({ id }) => id.slice(5)),
    );
    for (const own of ['Lovelace', 'my_secret', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456', ...ids]) {
      expect(text).not.toContain(own);
    }

    const script = await bundlePageAgent();
    const probe = async (shape: string): Promise<string[]> => {
      await page.route(SCRATCH, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<html></html>' }),
      );
      await page.goto(SCRATCH);
      await showShape(page, JSON.parse(shape));
      await page.evaluate(script);
      const found: Probe = await page.evaluate(() => Reflect.get(window, 'pageAgent').inspection.probe());
      return found.mismatches.filter(({ kind }) => kind === 'selector').map(({ what }) => what);
    };
    expect(await probe(text)).toEqual([]);
    expect(await probe(text.replace('"toolbar-add-code"', '"toolbar-new-code"'))).toEqual([
      'TOOLBAR_ADD_CODE (#toolbar-add-code)',
    ]);
  });
});
