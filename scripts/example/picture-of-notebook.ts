import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Page } from 'playwright';
import { projectRoot } from '../setup/command.mjs';

const WIDTH = 1_280;
const TALLEST = 4_000;

/** Saves what the tab shows and returns the path, relative to the project. */
export async function pictureOfNotebook(page: Page): Promise<string> {
  const path = join(projectRoot, '.cache', 'start', 'notebook.png');
  await mkdir(dirname(path), { recursive: true });
  const seen = page.viewportSize();
  // The notebook scrolls inside the page, so a picture of the full page would miss what is below.
  await page.setViewportSize({ width: WIDTH, height: Math.min(TALLEST, await heightOfEverything(page)) });
  await page.screenshot({ path });
  if (seen) await page.setViewportSize(seen);
  return relative(projectRoot, path);
}

/** The window plus what the most overflowing element hides. */
function heightOfEverything(page: Page): Promise<number> {
  return page.evaluate(() => {
    const hidden = [...document.querySelectorAll('*')].map((one) => one.scrollHeight - one.clientHeight);
    return innerHeight + Math.max(0, ...hidden);
  });
}
