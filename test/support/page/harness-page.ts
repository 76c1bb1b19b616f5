import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { chromium } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { projectRoot } from '../../../scripts/setup/command.mjs';
import { browserPath } from '../browser.ts';
import type { Playground } from '../playground.ts';
import { startTestPlayground } from '../playground.ts';
import type { PageHarness } from './harness.ts';

const pictures = join(projectRoot, '.cache', 'page-ui');
const entry = fileURLToPath(new URL('harness.ts', import.meta.url));

/** The page of a notebook with five cells, and what Cellwire shows in it, without the extension around. */
export interface HarnessPage {
  page: Page;
  cellIds: string[];
  /** In the page. */
  do<Result, Argument>(
    act: (harness: PageHarness, argument: Argument) => Result,
    argument: Argument,
  ): Promise<Result>;
  do<Result>(act: (harness: PageHarness) => Result): Promise<Result>;
  /** To be looked at by people: under .cache/page-ui. */
  picture(name: string): Promise<void>;
}

export type HarnessOptions = BrowserContextOptions & { theme?: 'dark' };

export function useHarness(): (options?: HarnessOptions) => Promise<HarnessPage> {
  let playground: Playground;
  let browser: Browser;
  let bundle: string;
  beforeAll(async () => {
    playground = await startTestPlayground();
    bundle = await bundled();
    browser = await chromium.launch({
      executablePath: await browserPath(),
      args: ['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await playground?.close();
  });
  return async ({ theme, ...options } = {}) => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    const page = await context.newPage();
    await page.addInitScript(openShadowRoots);
    await page.goto(playground.url);
    await page.locator('colab-connect-button').waitFor();
    if (theme) await page.evaluate(darken);
    const cellIds = await page.evaluate(addCells);
    // Not as a script element: the page's policy would refuse it.
    await page.evaluate(bundle);
    await page.evaluate(() => pageHarness.start());
    return {
      page,
      cellIds,
      do: (act: unknown, argument?: unknown) =>
        page.evaluate(`(${String(act)})(pageHarness, ${JSON.stringify(argument ?? null)})`),
      picture: async (name) => {
        await mkdir(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${name}.png`) });
      },
    };
  };
}

async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'cellwirePage' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (!chunk) throw new Error('The harness could not be built.');
  return chunk.code;
}

/** What is closed to the page is closed to the test too. */
function openShadowRoots(): void {
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    return attachShadow.call(this, { ...init, mode: 'open' });
  };
}

/** As Colab tells its theme; the playground itself has only one. */
function darken(): void {
  document.documentElement.setAttribute('theme', 'dark');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { --ink: #e3e3e3; --faint: #1e1f20; --cell-background: #1e1f20; --hover: #333537; --line: #444746; }
    html, body, .goog-menu { background: #131314; } .cell.focused .inputarea { background: #1e1f20; }`);
  document.adoptedStyleSheets.push(sheet);
}

async function addCells(): Promise<string[]> {
  interface ToolsService {
    tools: Array<{ toolName: string; toolCallback: (args: unknown) => Promise<{ newCellId: string }> }>;
  }
  const { colabMcpToolsService }: { colabMcpToolsService: ToolsService } = Reflect.get(window, 'colab').global
    .notebook;
  const add = colabMcpToolsService.tools.find(({ toolName }) => toolName === 'add_code_cell');
  const ids: string[] = [];
  for (const code of [
    'import pandas as pd\nimport matplotlib.pyplot as plt',
    'df = pd.read_csv("sales.csv")\ndf.head()',
    'by_month = df.groupby("month")["amount"].sum()\nby_month.plot(kind="bar")\nplt.show()',
    'def clean(frame):\n    frame = frame.dropna()\n    return frame[frame.amount > 0]\n\ndf = clean(df)',
    ...Array.from({ length: 12 }, (_, at) => `print("step ${at}")\n\n\n# the end of step ${at}`),
  ]) {
    const { newCellId } = (await add?.toolCallback({ cellIndex: ids.length, language: 'python', code })) ?? {
      newCellId: '',
    };
    ids.push(newCellId);
  }
  return ids;
}
