import { describe, expect, it } from 'vitest';
import { usePanel } from '../support/panel.ts';
import {
  ASKING_VIEW,
  BUSY_VIEW,
  entriesUpTo,
  entryOf,
  HOSTILE,
  linkOf,
  tabStateOf,
} from '../support/panel-states.ts';

/** Every state, as people see it, before a session that is played. */
describe('what the panel shows', () => {
  const panel = usePanel();

  it('says so where there is nothing to show, and what to do', async () => {
    await panel().open();
    await panel().page.getByText('No agent is connected to this notebook.').waitFor();
    await panel().pictures('empty');
    await panel().choose('Agents');
    await panel().page.getByText('No agent is connected to a notebook.').waitFor();
    await panel().notebook.goto('about:blank');
    await panel().page.getByText('This tab is not a Colab notebook.').waitFor();
    await panel().pictures('no-notebook');
  });

  it.each([
    { tab: 'Activity', shown: '40 calls' },
    { tab: 'Changes', shown: 'moved cell 2 to place 5' },
    { tab: 'Agents', shown: 'Working · port 8700' },
    { tab: 'Rules', shown: 'Agents may do everything here without asking.' },
  ])('shows two agents at work, under $tab', async ({ tab, shown }) => {
    const session = await panel().install({ view: BUSY_VIEW, entries: entriesUpTo(40) });
    await panel().setState(panel().twoAgents());
    await panel().open();
    await panel().page.getByText('Claude Code is running cell 7.').first().waitFor();
    await panel().choose(tab);
    await panel().page.getByText(shown).waitFor();
    await panel().pictures(tab.toLowerCase());
    expect(await session.done()).toEqual([]);
  });

  it('asks, shows what is asked for, and carries the answer', async () => {
    const session = await panel().install({ view: ASKING_VIEW, entries: entriesUpTo(3) });
    await panel().setState(panel().twoAgents());
    await panel().open();
    await panel().page.getByText('Claude Code wants to run this cell.').waitFor();
    await panel().pictures('needs-you');
    const proposal = panel().page.getByRole('article', { name: 'Cursor proposes a change of cell 3' });
    expect(await proposal.locator('del').allTextContents()).toContain('SGD');
    expect((await proposal.locator('ins').allTextContents()).join()).toContain('zero_grad');
    await proposal.getByRole('button', { name: 'Reject' }).click();
    await proposal.getByRole('textbox').fill('SGD is what the exercise asks for');
    await proposal.scrollIntoViewIfNeeded();
    await panel().picture('reject');
    await proposal.getByRole('button', { name: 'Reject it' }).click();
    await panel().page.getByRole('button', { name: 'Allow for this session' }).click();
    await expect
      .poll(() => session.done())
      .toEqual([
        ['decide', 'proposal-1', { verdict: 'reject', comment: 'SGD is what the exercise asks for' }],
        ['answer', 'question-1', 'session'],
      ]);
  });

  it('shows hostile names and texts as text', async () => {
    const agent = { id: 'link-evil', name: HOSTILE, colour: 2 };
    const question = { ...ASKING_VIEW.questions[0], id: 'q', agent, wish: HOSTILE, askedAt: 0 };
    await panel().install({
      view: {
        ...BUSY_VIEW,
        agents: [agent],
        questions: [
          { ...question, cells: [{ cellId: 'c', place: null, kind: 'code', text: HOSTILE, isCut: false }] },
        ],
        proposals: ASKING_VIEW.proposals.map((one) => ({ ...one, agent, reason: HOSTILE.repeat(9) })),
        changes: [{ number: 1, agent, sentence: HOSTILE, cellId: 'c', at: 0, state: 'done' }],
      },
      entries: [entryOf(1, { agent, name: HOSTILE, outcome: 'internal', error: HOSTILE.repeat(9) })],
    });
    await panel().setState(
      tabStateOf([linkOf(agent, panel().tabId, { phase: 'retrying', detail: HOSTILE })]),
    );
    await panel().open();
    await panel().page.getByText('1 call', { exact: true }).waitFor();
    await panel().page.locator('.timeline .row').click();
    await panel().page.getByText('Asked').waitFor();
    await panel().pictures('hostile');
    for (const name of ['Changes', 'Agents']) {
      await panel().choose(name);
      await panel().pictures(`hostile-${name.toLowerCase()}`);
    }
    expect(await panel().page.locator('img').count()).toBe(0);
    expect(await panel().page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(await panel().page.locator('body').textContent()).not.toMatch(/[\u202a-\u202e]/);
  });

  it('says what was not done and why', async () => {
    await panel().install({ view: ASKING_VIEW, failure: 'The page does not answer.' });
    await panel().setState(panel().twoAgents());
    await panel().open();
    await panel().page.getByRole('button', { name: 'Allow once' }).click();
    await panel().page.getByText('Your answer did not arrive. The page does not answer.').waitFor();
    await panel().pictures('failed');
  });

  it('takes changes back, and says in words what it cannot', async () => {
    const refused = [
      { number: 4, reason: 'You have changed this cell since.', expected: 'x = 1', found: 'x = 2' },
    ];
    const session = await panel().install({ view: BUSY_VIEW, undo: { undone: [5, 2], refused } });
    await panel().setState(panel().twoAgents());
    await panel().open();
    await panel().choose('Changes');
    await panel().page.getByRole('button', { name: 'Undo all since here, 3 changes' }).click();
    await panel().page.getByText('2 changes undone. 1 change could not be: see why below.').waitFor();
    await panel().page.getByText('You have changed this cell since.').waitFor();
    expect(await panel().page.locator('.changes del').textContent()).toBe('1');
    await panel().pictures('refused');
    await panel().page.getByRole('button', { name: 'Undo: edited cell 7' }).click();
    await expect
      .poll(() => session.done())
      .toEqual([
        ['undo', [5, 4, 2]],
        ['undo', [5]],
      ]);
  });
});
