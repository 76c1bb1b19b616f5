import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canaryReport } from '../../scripts/example/canary.ts';
import type { RealColab } from '../../scripts/example/real-colab.ts';
import { openRealColab } from '../../scripts/example/real-colab.ts';
import { ClosedRoot } from '../support/closed-root.ts';
import { CONSENT_CARD } from '../support/consent-card.ts';
import { useBrowser } from '../support/open-notebook.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const opened = useBrowser();
let folder: TemporaryFolder;
let started: RealColab[];
beforeEach(async () => {
  folder = await temporaryFolder('start-colab');
  started = [];
});
afterEach(async () => {
  for (const colab of started) await colab.close();
  await folder.remove();
});

/** As `npm start -- --colab` does, but for who opens the browser. */
async function start(links: string[], visit: (link: string) => Promise<unknown>): Promise<RealColab> {
  const openWindow = async (_folder: string, link: string) => {
    links.push(link);
    return { stays: visit(link), closed: Promise.resolve(), close: () => {} };
  };
  const { signal } = new AbortController();
  const colab = await openRealColab({ folder: folder.path, openWindow, signal, say: () => {} });
  started.push(colab);
  return colab;
}

/** What the page asks, in a closed shadow root, answered where a user sees the button. */
async function allowIn(page: Page): Promise<void> {
  const question = new ClosedRoot(page, 'cellwire-page');
  await expect.poll(() => question.buttonAt('Allow once'), { timeout: 20_000 }).not.toBeNull();
  // Clicks of the first moment are ignored on purpose.
  await expect
    .poll(async () => {
      const at = await question.buttonAt('Allow once');
      if (at) await page.mouse.click(at.x, at.y);
      return at;
    })
    .toBeNull();
}

it('npm start -- --colab ends with the canary, in a tab that asks once, and is known again the next time', async () => {
  const { browser, newPage, problems } = opened();
  const links: string[] = [];
  const page = await newPage();
  const colab = await start(links, (link) => page.goto(link));

  const opens = browser.context.waitForEvent('page');
  const said: string[] = [];
  const say = (line: string): unknown => said.push(line);
  const reporting = canaryReport(colab.client, { say, only: ['notebook_name', 'insert'] });
  const scratch = await opens;
  await allowIn(scratch);
  expect(await reporting).toMatch(/All is well\.[\s\S]*insert +toolbar +yes/);
  // The bridge was let in before, so only what the canary does was asked about; and who waits was told.
  expect(said.join('\n')).toMatch(
    /is connected[\s\S]*waiting for the user to allow it in the notebook's tab/,
  );
  expect(await scratch.locator(CONSENT_CARD).count()).toBe(0);
  await colab.close();

  // A page leads there: that would be a question, were the bridge another one.
  const led = (link: string): Promise<unknown> =>
    page.evaluate((to) => {
      location.href = to;
    }, link);
  await page.goto('about:blank');
  await start(links, led);
  expect(links[0]).not.toContain('cellwireProof');
  expect(links[1]).toContain('cellwireProof');
  expect(await page.locator(CONSENT_CARD).count()).toBe(0);
  expect(problems.found).toEqual([]);
  await scratch.close();
  await page.close();
});

it('npm start -- --colab ends when the user wants it to, also while it waits for the notebook', async () => {
  const stop = new AbortController();
  const openWindow = async () => {
    stop.abort();
    return { stays: new Promise(() => {}), closed: Promise.resolve(), close: () => {} };
  };
  const opening = openRealColab({ folder: folder.path, openWindow, signal: stop.signal, say: () => {} });
  await expect(opening).rejects.toThrow();
});
