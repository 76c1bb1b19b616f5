import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Page } from 'playwright';
import { projectRoot } from '../setup/command.mjs';

const WIDTH = 1_280;
const TALLEST = 4_000;
const LOWEST = 600;
const MOST_LOOKS = 5;

/** Saves what the tab shows and returns the path, relative to the project. */
export async function pictureOfNotebook(page: Page): Promise<string> {
  const path = join(projectRoot, '.cache', 'start', 'notebook.png');
  await mkdir(dirname(path), { recursive: true });
  const seen = page.viewportSize();
  // The notebook scrolls inside the page, so a picture of the full page would miss what is below.
  // What comes into view may turn out taller than it was taken for.
  let height = 0;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const needed = Math.min(TALLEST, Math.max(LOWEST, await page.evaluate(heightOfCells)));
    if (needed === height) break;
    height = needed;
    await page.setViewportSize({ width: WIDTH, height });
    await page.evaluate(scrollToTop);
  }
  await page.screenshot({ path });
  if (seen) await page.setViewportSize(seen);
  return relative(projectRoot, path);
}

/** Runs in the page: from its top to the end of the last cell, were nothing scrolled, and the bar at the bottom. */
function heightOfCells(): number {
  const cells = [...document.querySelectorAll('.notebook-cell-list > .cell')];
  const top = cells[0]?.getBoundingClientRect().top ?? 0;
  const bottom = cells.at(-1)?.getBoundingClientRect().bottom ?? 0;
  return Math.ceil(bottom - top) + 240;
}

/** Runs in the page: done when what is in view then has been drawn. */
async function scrollToTop(): Promise<void> {
  document.querySelector('#notebook-main')?.scrollTo(0, 0);
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
}
