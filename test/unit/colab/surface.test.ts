import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/setup/command.mjs';

/** Classes, ids and elements of Colab's page, as they stand in quotes. */
const OF_THE_PAGE = /['"`/^.#](?:cell-|notebook-|colab-|mwc-|lazy-|toolbar-|connect-)[\w-]*/g;

it('only surface/ names classes, ids and elements of the page', async () => {
  const folder = join(projectRoot, 'src', 'colab');
  const files = await readdir(folder, { recursive: true });
  const outside = files.filter((file) => file.endsWith('.ts') && !file.startsWith('surface'));
  expect(outside.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const file of outside) {
    const code = (await readFile(join(folder, file), 'utf8')).replace(/^import .*$|\bfrom '.*';$/gm, '');
    for (const [name] of code.matchAll(OF_THE_PAGE)) found.push(`${file}: ${name}`);
  }
  expect(found).toEqual([]);
});
