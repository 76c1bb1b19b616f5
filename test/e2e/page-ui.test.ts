import { describe, it } from 'vitest';
import { useHarness } from '../support/page/harness-page.ts';
import { CLAUDE, CURSOR, change, LONG_NAMED, proposal, question, run } from '../support/page/samples.ts';

describe('what is shown in the page, to be looked at', () => {
  const open = useHarness();

  it.each([
    ['light', {}],
    ['dark', { theme: 'dark' as const }],
    ['narrow', { viewport: { width: 420, height: 800 } }],
    ['zoomed', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
  ])('%s', async (name, options) => {
    const notebook = await open(options);
    const { page, cellIds, picture } = notebook;
    const [first = '', second = '', third = '', fourth = ''] = cellIds;
    const show = async (what: string, news: object) => {
      await notebook.do((harness, given: object) => harness.show(given), news);
      await page.waitForTimeout(400);
      await picture(`${name}-${what}`);
    };
    const nothing = { runs: [], changes: [], questions: [], proposals: [], now: [] };
    await show('idle', { agents: [CLAUDE] });
    await show('running', { runs: [run(CLAUDE, third, 3)], changes: [change(CLAUDE, first, 1)] });
    await show('two', { ...nothing, agents: [CLAUDE, CURSOR], runs: [run(CURSOR, second, 2, 605)] });
    await show('three', { agents: [CLAUDE, CURSOR, LONG_NAMED] });
    await show('long', { ...nothing, agents: [LONG_NAMED], runs: [run(LONG_NAMED, second, 2)] });
    await show('ask', { ...nothing, agents: [CLAUDE], questions: [question(CLAUDE), question(CLAUDE, { id: 'q2' })] });
    await show('proposal', { ...nothing, agents: [CLAUDE, CURSOR], proposals: [proposal(CLAUDE, fourth), proposal(CURSOR, first, { isStale: true })] });
    await page.locator('#cellwire-page').getByRole('button', { name: 'Edit', exact: true }).click();
    await page.waitForTimeout(300);
    await picture(`${name}-proposal-edit`);
    await notebook.do((harness) => harness.pause(true));
    await show('paused', { ...nothing, agents: [CLAUDE] });
    await page.getByRole('button', { name: 'Collapse to a dot' }).click();
    await page.waitForTimeout(200);
    await picture(`${name}-dot`);
    await notebook.do((harness) => harness.ask({ port: 51234, agent: 'Claude Code' }));
    await page.waitForTimeout(200);
    await picture(`${name}-consent`);
    await page.context().close();
  });
});
