import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/command.mjs';
import type { PageShape } from '../../src/notebook/inspection.ts';
import { missingOnShape } from '../support/missing-on-shape.ts';
import { useBrowser } from '../support/open-notebook.ts';
import { bundlePageAgent } from '../support/page-agent.ts';

const FOLDER = join(projectRoot, 'test', 'support', 'shapes');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** Every file of `cellwire shape` in the folder is a page that must have all that is expected. */
describe('a page as somebody has recorded it', () => {
  const opened = useBrowser();
  let script: string;
  beforeAll(async () => {
    script = await bundlePageAgent();
  });

  const shapeIn = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
  const missing = async (shape: PageShape): Promise<string[]> => {
    const page = await opened().newPage();
    try {
      return await missingOnShape(page, shape, script);
    } finally {
      await page.close();
    }
  };

  it.each(FILES)('has what is expected: %s', async (file) => {
    expect(await missing(JSON.parse(shapeIn(file)))).toEqual([]);
  });

  it.each([
    ['toolbar-add-code', 'TOOLBAR_ADD_CODE (#toolbar-add-code), needed by insert'],
    [
      'cell-execution',
      'RUN_STATE (.cell-execution, in the shadow root of colab-run-button), needed by run, run_end_event',
    ],
  ])('that has something else instead of %s is named', async (name, words) => {
    const changed = shapeIn('playground.json').replaceAll(new RegExp(`\\b${name}\\b`, 'g'), 'something-else');
    expect(await missing(JSON.parse(changed))).toEqual([words]);
  });
});
