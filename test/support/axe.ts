import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  violations: Array<{
    id: string;
    impact: string | null;
    nodes: Array<{ html: string; failureSummary: string }>;
  }>;
}

/** What axe-core finds in a page that keeps somebody out. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // By the debugger: a page of the extension lets no script in otherwise.
  await page.evaluate(source);
  const { violations }: AxeResults = await page.evaluate('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
