import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Page } from 'playwright';
import { projectRoot } from '../setup/command.mjs';

const TALL = 1_700;

/** Saves what the tab shows and returns the path, relative to the project. */
export async function pictureOfNotebook(page: Page): Promise<string> {
  const path = join(projectRoot, '.cache', 'start', 'notebook.png');
  await mkdir(dirname(path), { recursive: true });
  // Tall enough for all cells of the example: the notebook scrolls inside the page.
  await page.setViewportSize({ width: 1_280, height: TALL });
  await page.screenshot({ path });
  return relative(projectRoot, path);
}
