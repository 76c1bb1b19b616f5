import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright';

/** What axe-core finds in a page that keeps somebody out. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // By the debugger: a page of the extension lets no script in otherwise.
  await page.evaluate(axe.source);
  const { violations, passes }: AxeResults = await page.evaluate('axe.run()');
  if (passes.length === 0) throw new Error('axe-core looked at nothing.');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
