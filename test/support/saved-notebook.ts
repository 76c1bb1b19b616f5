import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';

export interface SavedCell {
  cell_type: string;
  id: string;
  source: string;
  execution_count?: number | null;
  outputs?: unknown[];
}

/** The notebook's own JSON, by the page's own menu: what the page holds, whoever asks. */
export async function savedCells(page: Page): Promise<SavedCell[]> {
  const downloading = page.waitForEvent('download');
  await page.evaluate(() => {
    const item = document.querySelector('#file-menu [command="download-ipynb"]');
    for (const type of ['mousedown', 'mouseup']) item?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  });
  const file = await (await downloading).path();
  const { cells } = JSON.parse(await readFile(file, 'utf8'));
  return cells.map((cell: SavedCell & { source: string[] }) => ({ ...cell, source: cell.source.join('') }));
}

/** Opens a notebook of these cells: kept by the playground's server, and read from there by the page. */
export async function openSaved(page: Page, cells: readonly SavedCell[], query = ''): Promise<void> {
  const id = crypto.randomUUID();
  await page.goto('https://colab.research.google.com/notebooks/empty.ipynb');
  const change = {
    title: 'Kept.ipynb',
    order: cells.map((cell) => cell.id),
    changed: Object.fromEntries(cells.map((cell) => [cell.id, { metadata: {}, ...cell }])),
    removed: [],
  };
  await page.evaluate(
    ([address, body]) => fetch(String(address), { method: 'POST', body: String(body) }),
    [`/drive-files/${id}`, JSON.stringify(change)],
  );
  await page.goto(`https://colab.research.google.com/drive/${id}${query}`);
}
