import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { chromium } from 'playwright';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { projectRoot } from '../../../scripts/setup/command.mjs';
import type { NotebookView } from '../../../src/wire/notebook-view.ts';
import { browserPath } from '../browser.ts';
import type { Playground } from '../playground.ts';
import { startTestPlayground } from '../playground.ts';
import type { PageHarness } from './harness.ts';

const pictures = join(projectRoot, '.cache', 'page-ui');
const entry = fileURLToPath(new URL('harness.ts', import.meta.url));

/** Longer than a card is deaf. */
const HEARS_MS = 600;

export const HOST = '#cellwire-page';

export type HarnessOptions = BrowserContextOptions & { theme?: 'dark' };

/** The page of a notebook, and what Cellwire shows in it, without the extension around. For one test file. */
export function usePage(): HarnessPage {
  const at = new HarnessPage();
  beforeAll(() => at.start());
  afterEach(() => at.page.context().close());
  afterAll(() => at.end());
  return at;
}

class HarnessPage {
  #playground: Playground | null = null;
  #browser: Browser | null = null;
  #bundle = '';
  #page: Page | null = null;

  async start(): Promise<void> {
    this.#playground = await startTestPlayground();
    this.#bundle = await bundled();
    const args = ['--no-sandbox', '--disable-gpu'];
    this.#browser = await chromium.launch({ executablePath: await browserPath(), args });
  }

  async end(): Promise<void> {
    await this.#browser?.close();
    await this.#playground?.close();
  }

  /** Returns the ids of the cells. */
  async open({ theme, ...options }: HarnessOptions = {}): Promise<string[]> {
    if (!this.#browser || !this.#playground) throw new Error('Not started.');
    const viewport = { width: 1280, height: 800 };
    const context = await this.#browser.newContext({ ignoreHTTPSErrors: true, viewport, ...options });
    const page = await context.newPage();
    this.#page = page;
    await page.addInitScript(openShadowRoots);
    await page.goto(this.#playground.url);
    await page.locator('colab-connect-button').waitFor();
    if (theme) await page.evaluate(darken);
    const cellIds = await page.evaluate(addCells);
    // Not as a script element: the page's policy would refuse it.
    await page.evaluate(this.#bundle);
    await page.evaluate(() => pageHarness.start());
    return cellIds;
  }

  get page(): Page {
    if (!this.#page) throw new Error('No page is open.');
    return this.#page;
  }

  get ui(): Locator {
    return this.page.locator(HOST);
  }

  button(name: string): Locator {
    return this.ui.getByRole('button', { name, exact: true });
  }

  /** In the page. The function is sent there as text: it knows its arguments and nothing else. */
  do<Result>(act: (harness: PageHarness) => Result): Promise<Result>;
  do<Result, Argument>(
    act: (harness: PageHarness, argument: Argument) => Result,
    argument: Argument,
  ): Promise<Result>;
  do(act: unknown, argument: unknown = null): Promise<unknown> {
    return this.page.evaluate(`(${String(act)})(pageHarness, ${JSON.stringify(argument)})`);
  }

  show(news: Partial<NotebookView>): Promise<void> {
    return this.do((harness, given) => harness.show(given), news);
  }

  /** What the user has asked for so far. */
  readonly asked = (): Promise<unknown[][]> => this.do((harness) => harness.asked);

  /** From now on what has just come stays deaf, however long the machine takes to look and to click. */
  holdClock(): Promise<void> {
    return this.do((harness) => harness.holdClock());
  }

  /** Until a card that has just come takes answers. */
  async hears(): Promise<void> {
    await this.do((harness) => harness.letClockRun());
    await this.page.waitForTimeout(HEARS_MS);
  }

  /** To be looked at by people: under .cache/page-ui. */
  async picture(name: string): Promise<void> {
    await mkdir(pictures, { recursive: true });
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}

export async function boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await what.boundingBox();
  if (!found) throw new Error(`Not to be seen: ${what}`);
  return found;
}

let bundle: Promise<string> | undefined;

function bundled(): Promise<string> {
  bundle ??= buildHarness();
  return bundle;
}

async function buildHarness(): Promise<string> {
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
