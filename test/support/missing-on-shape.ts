import type { Page } from 'playwright';
import type { PageShape, Probe } from '../../src/notebook/inspection.ts';
import { SCRATCH } from './open-notebook.ts';
import { showShape } from './page-of-shape.ts';

/**
 * What a recorded page lacks of what is expected. Only elements: Colab's objects are not in a shape.
 * `script`: of bundlePageAgent.
 */
export async function missingOnShape(page: Page, shape: PageShape, script: string): Promise<string[]> {
  await page.route(SCRATCH, (route) => route.fulfill({ contentType: 'text/html', body: '<html></html>' }));
  await page.goto(SCRATCH);
  await showShape(page, shape);
  await page.evaluate(script);
  const { mismatches }: Probe = await page.evaluate(() =>
    Reflect.get(window, 'pageAgent').inspection.probe(),
  );
  return mismatches
    .filter(({ kind }) => kind === 'selector')
    .map(({ what, neededBy }) => `${what}, needed by ${neededBy.join(', ')}`);
}
