import axe from 'axe-core';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { NotebookView } from '../../src/wire/notebook-view.ts';
import { isAtLength } from '../support/at-length.ts';
import type { HarnessOptions } from '../support/page/harness-page.ts';
import { usePage } from '../support/page/harness-page.ts';
import { CLAUDE, CURSOR, change, LONG_NAMED, proposal, question, run } from '../support/page/samples.ts';

const NOTHING = { runs: [], changes: [], questions: [], proposals: [], now: [] };

describe('looks', () => {
  const at = usePage();
  const states: Array<[string, (cellIds: string[]) => Partial<NotebookView>]> = [
    ['idle', () => ({})],
    [
      'running',
      ([first = '', , third = '']) => ({
        runs: [run(CLAUDE, third, 3)],
        changes: [change(CLAUDE, first, 1)],
      }),
    ],
    ['two', ([, second = '']) => ({ agents: [CLAUDE, CURSOR], runs: [run(CURSOR, second, 2, 605)] })],
    [
      'three',
      ([, second = '']) => ({ agents: [CLAUDE, CURSOR, LONG_NAMED], runs: [run(LONG_NAMED, second, 2)] }),
    ],
    ['ask', () => ({ questions: [question(CLAUDE), question(CLAUDE, { id: 'q2' })] })],
    [
      'proposal',
      ([first = '', , , fourth = '']) => ({
        agents: [CLAUDE, CURSOR],
        proposals: [proposal(CLAUDE, fourth), proposal(CURSOR, first)],
      }),
    ],
    ['stale', ([first = '']) => ({ proposals: [proposal(CLAUDE, first, { isStale: true })] })],
  ];

  const looks: Array<[string, HarnessOptions]> = [
    ['light', {}],
    ['dark, narrow', { theme: 'dark', viewport: { width: 420, height: 800 } }],
    ['zoomed', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ['dark', { theme: 'dark' }],
    ['narrow', { viewport: { width: 420, height: 800 } }],
    ['forced-colours', { forcedColors: 'active' }],
  ];
  it.each(isAtLength ? looks : looks.slice(0, 2))(
    '%s: every state can be used by everybody',
    async (name, options) => {
      const cellIds = await at.open({ reducedMotion: 'reduce', ...options });
      await at.page.evaluate(axe.source);
      const look = async (state: string): Promise<void> => {
        await at.page.waitForTimeout(100);
        await at.picture(`${name}-${state}`);
        expect([state, await faults(at.page)]).toEqual([state, []]);
      };
      for (const [state, news] of states) {
        await at.show({ ...NOTHING, agents: [CLAUDE], ...news(cellIds) });
        await at.ui.locator('.pill').waitFor();
        await look(state);
      }
      await at.hears();
      await at.button('Reject').click();
      await look('rejecting');
      await at.show({ proposals: [proposal(CLAUDE, cellIds[0] ?? '')] });
      await at.button('Back').click();
      await at.button('Edit').click();
      await look('editing');
      await at.do((harness) => harness.pause(true));
      await at.show({ ...NOTHING, agents: [CLAUDE] });
      await at.button('Resume').waitFor();
      await look('paused');
      await at.button('Collapse to a dot').click();
      await look('dot');
      await at.do((harness) => harness.ask({ port: 51234, agent: 'Claude Code', isSuspect: false }));
      await at.page.locator('#cellwire-consent').waitFor();
      await look('consent');
    },
  );
});

/** Serious and critical ones in what is ours. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const hosts = ['#cellwire-page', '#cellwire-consent'].filter((one) => document.querySelector(one));
    const { violations } = await Reflect.get(window, 'axe').run(
      { include: hosts },
      { resultTypes: ['violations'] },
    );
    const found: Array<{
      id: string;
      impact: string;
      nodes: Array<{ html: string; failureSummary: string }>;
    }> = violations;
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
      );
  });
}
