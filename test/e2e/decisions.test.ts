import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Policy, Verdict } from '../../src/policy/policy.ts';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import type { Agent } from '../support/agent.ts';
import { createAgent, listOf } from '../support/agent.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, useBrowser } from '../support/open-notebook.ts';
import { PanelUser } from '../support/panel-user.ts';
import { intrudingArguments } from '../support/tool-arguments.ts';

describe('what the human decides', () => {
  const opened = useBrowser();
  let server: GoogleLikeServer;
  let agent: Agent;
  let page: Page;
  let own: Page;
  let tabId: number;
  let user: PanelUser;
  let notebooks = 0;

  beforeEach(async () => {
    server = await GoogleLikeServer.start();
    page = await opened().newPage();
    own = await opened().newPage();
    notebooks += 1;
    await page.goto(`${COLAB}/notebooks/empty.ipynb?decide=${notebooks}${server.fragment}`);
    await server.waitForTab();
    await page.bringToFront();
    const worker = await opened().browser.serviceWorker();
    tabId = await worker.evaluate(
      async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? -1,
    );
    await own.goto(`chrome-extension://${opened().browser.extensionId}/src/ui/popup/popup.html?tab=${tabId}`);
    agent = createAgent((name, args) => server.callTool(name, args));
    await agent.use('get_status');
    user = await PanelUser.watch(own, tabId);
  });
  afterEach(async () => {
    await page.close();
    await own.close();
    await server.close();
  });

  async function setPolicy(verdicts: Partial<Policy['verdicts']>): Promise<void> {
    const policy: Policy = { paused: false, verdicts: { ...ALLOW_ALL.verdicts, ...verdicts } };
    await own.evaluate((message) => chrome.runtime.sendMessage(message), {
      to: 'worker',
      type: 'popup-policy',
      tabId,
      policy,
    });
    await expect.poll(async () => (await user.view()).policy).toEqual(policy);
  }

  const all = (verdict: Verdict): Policy['verdicts'] => ({
    ...{ read: verdict, edit: verdict, run: verdict },
    ...{ runtime: verdict, files: verdict, secrets: verdict },
  });

  describe('asked before a call', () => {
    it('shows what is about to run, and runs it only after a yes', async () => {
      const cellId = await agent.addCode('print("hello")');
      await setPolicy({ run: 'ask' });
      const call = agent.ask('execute_cell', { cellId });
      const question = await user.next('questions');
      expect(question).toMatchObject({
        agent: { name: "an agent by Google's server" },
        wish: 'wants to run this cell',
        cells: [{ cellId, place: 2, kind: 'code', text: 'print("hello")', isCut: false }],
      });
      expect(await page.locator('.cell.running').count()).toBe(0);
      await user.act('answer', question.id, 'once');
      expect((await call).data).toMatchObject({ status: 'ok' });

      const second = agent.fail('execute_cell', { cellId });
      await user.act('answer', (await user.next('questions')).id, 'deny');
      expect(await second).toMatchObject({
        kind: 'denied',
        message: 'The user was asked and said no, so execute_cell was not carried out.',
      });

      const third = agent.use('execute_cell', { cellId });
      await user.act('answer', (await user.next('questions')).id, 'session');
      await third;
      await agent.use('execute_cell', { cellId });
      expect((await user.view()).questions).toEqual([]);
    });

    it('does not run what was changed while the question was open', async () => {
      const cellId = await agent.addCode('print("hello")');
      await setPolicy({ run: 'ask' });
      const call = agent.fail('execute_cell', { cellId });
      const { id } = await user.next('questions');
      await agent.use('update_cell', { cellId, content: 'print("something else")' });
      await user.act('answer', id, 'once');
      expect(await call).toMatchObject({ kind: 'conflict' });
    });

    it('does not run what was changed while it waited for its turn', async () => {
      const slow = await agent.addCode('import time; time.sleep(2)');
      const cellId = await agent.addCode('print("shown")');
      await setPolicy({ run: 'ask' });
      const call = agent.ask('run_cells', { cellIds: [slow, cellId] });
      const question = await user.next('questions');
      await user.act('answer', question.id, 'once');
      await expect.poll(async () => (await user.view()).runs).toMatchObject([{ cellId: slow }]);
      await agent.use('update_cell', { cellId, content: 'print("not shown")' });
      expect((await call).data).toMatchObject({
        status: 'failed',
        cells: [{ status: 'ok' }, { status: 'not_started', error: expect.stringContaining('changed') }],
      });
    });

    it('takes a pause for a no', async () => {
      await setPolicy({ edit: 'ask' });
      const call = agent.fail('add_text_cell', { cellIndex: 0, content: 'hello' });
      expect(await user.next('questions')).toMatchObject({
        wish: 'wants to add this text cell',
        cells: [{ text: 'hello', kind: 'markdown' }],
      });
      await user.act('setPaused', true);
      expect(await call).toMatchObject({ kind: 'denied' });
      expect(await agent.fail('get_cells')).toMatchObject({ kind: 'paused' });
      await user.act('setPaused', false);
      expect(listOf((await agent.use('get_cells')).cells)).toHaveLength(1);
    });

    it('holds for every tool: denied, paused, or not answered yet, nothing changes', async () => {
      const cellId = await agent.addCode('x = 1');
      const before = await agent.use('get_cells', { includeOutputs: true });
      const { tools } = await server.request('tools/list');
      const args = intrudingArguments(cellId);
      // Whoever may do nothing may still stop what runs.
      const names = listOf(tools)
        .map(({ name }) => String(name))
        .filter((name) => name !== 'interrupt_execution');
      expect(names.length).toBeGreaterThan(15);
      await setPolicy(all('deny'));
      for (const name of names) {
        expect((await agent.ask(name, args[name])).text, name).toMatch(
          /^denied: The user does not let agents /,
        );
      }
      await setPolicy({});
      await user.act('setPaused', true);
      for (const name of [...names, 'interrupt_execution']) {
        expect((await agent.ask(name, args[name])).text, name).toMatch(/^paused: The user has paused /);
      }
      await user.act('setPaused', false);
      const after = await agent.use('get_cells', { includeOutputs: true });
      expect(after.cells).toEqual(before.cells);
    });
  });

  describe('asked about an edit', () => {
    it('sees it, and accepts, edits or rejects it', async () => {
      const cellId = await agent.addCode('x = 1');
      const first = agent.use('propose_edit', { cellId, content: 'x = 2', reason: 'two is better' });
      const proposal = await user.next('proposals');
      expect(proposal).toMatchObject({ cellId, before: 'x = 1', after: 'x = 2', reason: 'two is better' });
      expect(await agent.sources()).toContain('x = 1');
      await user.act('decide', proposal.id, { verdict: 'accept' });
      expect(await first).toMatchObject({ decision: 'accepted' });
      expect(await agent.sources()).toContain('x = 2');

      const second = agent.use('propose_edit', { cellId, content: 'x = 3' });
      await user.act('decide', (await user.next('proposals')).id, { verdict: 'accept', content: 'x = 33' });
      expect(await second).toMatchObject({ decision: 'edited', content: 'x = 33' });

      const third = agent.use('propose_edit', { cellId, content: 'x = 4' });
      const rejection = { verdict: 'reject', comment: 'not four' } as const;
      await user.act('decide', (await user.next('proposals')).id, rejection);
      expect(await third).toMatchObject({ decision: 'rejected', comment: 'not four' });
      expect(await agent.sources()).toContain('x = 33');
    });

    it('has several at once, and one that is pending tells its decision later', async () => {
      const ids = [await agent.addCode('a'), await agent.addCode('b')];
      const pending = await Promise.all(
        ids.map((cellId) => agent.use('propose_edit', { cellId, content: 'new', wait: false })),
      );
      expect(pending).toMatchObject([{ decision: 'pending' }, { decision: 'pending' }]);
      await expect.poll(async () => (await user.view()).proposals.length).toBe(2);
      const [one, two] = pending.map(({ proposalId }) => String(proposalId));
      await user.act('decide', two ?? '', { verdict: 'accept' });
      expect((await agent.use('get_status')).notices).toEqual([
        `The user accepted your ${two} for cell ${ids[1]}.`,
      ]);
      const waited = agent.use('propose_edit', { proposalId: one });
      await user.act('decide', one ?? '', { verdict: 'reject' });
      expect(await waited).toMatchObject({ decision: 'rejected' });
      expect(await agent.sources()).toEqual(expect.arrayContaining(['a', 'new']));
    });

    it('cannot accept what is not for the cell as it is now', async () => {
      const cellId = await agent.addCode('x = 1');
      await agent.use('propose_edit', { cellId, content: 'x = 2', wait: false });
      const { id } = await user.next('proposals');
      await page
        .locator(`[id="cell-${cellId}"] .cm-content, [id="cell-${cellId}"] .lazy-virtualized`)
        .first()
        .click();
      await page.keyboard.press('End');
      await page.keyboard.type('00');
      await expect.poll(async () => (await user.view()).proposals[0]?.isStale).toBe(true);
      await expect(user.act('decide', id, { verdict: 'accept' })).rejects.toThrow(/was changed|is typing/);
      expect(await agent.sources()).toContain('x = 100');
    });

    it('can ask for every edit to be proposed', async () => {
      const cellId = await agent.addCode('x = 1');
      await setPolicy({ edit: 'propose' });
      const edit = agent.use('edit_cell', { cellId, find: '1', replace: '2' });
      await user.act('decide', (await user.next('proposals')).id, { verdict: 'accept' });
      expect(await edit).toMatchObject({ replacements: 1 });
      const update = agent.fail('update_cell', { cellId, content: 'x = 3' });
      await user.act('decide', (await user.next('proposals')).id, { verdict: 'reject', comment: 'no' });
      expect(await update).toMatchObject({ kind: 'denied', message: 'The user rejected this edit: "no".' });
      const removal = agent.fail('delete_cell', { cellId });
      await user.act('answer', (await user.next('questions')).id, 'deny');
      expect(await removal).toMatchObject({ kind: 'denied' });
      expect(await agent.sources()).toContain('x = 2');
    });
  });

  describe('who takes back', () => {
    it('restores the notebook after twenty steps', async () => {
      await agent.use('add_text_cell', { cellIndex: 0, content: '# Title\n\nwith `ticks` and ünïcode 🎉' });
      const ids = [];
      for (let n = 0; n < 5; n++) ids.push(await agent.addCode(`x${n} = ${n}\n\nprint("${n}")\n`));
      await expect.poll(async () => (await user.view()).changes.length).toBe(6);
      const start = 6;
      const read = async () =>
        listOf((await agent.use('get_cells')).cells).map(({ cell_type, source }) => ({ cell_type, source }));
      const before = await read();

      const [a = '', b = '', c = '', d = '', e = ''] = ids;
      const added = await agent.addCode('added', 2);
      await agent.use('update_cell', { cellId: a, content: 'first' });
      await agent.use('edit_cell', { cellId: b, find: '1', replace: 'one', replaceAll: true });
      await agent.use('move_cell', { cellId: c, cellIndex: 0 });
      await agent.use('delete_cell', { cellId: d });
      await agent.use('update_cell', { cellId: added, content: 'changed' });
      await agent.use('move_cell', { cellId: e, cellIndex: 1 });
      await agent.use('add_text_cell', { cellIndex: 0, content: 'text' });
      await agent.use('update_cell', { cellId: a, content: 'second' });
      await agent.use('delete_cell', { cellId: a });
      await agent.use('move_cell', { cellId: b, cellIndex: 3 });
      await agent.use('edit_cell', { cellId: b, find: 'one', replace: 'uno', replaceAll: true });
      await agent.use('delete_cell', { cellId: added });
      await agent.use('move_cell', { cellId: b, cellIndex: 0 });
      const late = await agent.addCode('late', 1);
      await agent.use('move_cell', { cellId: late, cellIndex: 4 });
      await agent.use('update_cell', { cellId: late, content: '' });
      await agent.use('delete_cell', { cellId: b });
      await agent.use('delete_cell', { cellId: c });
      await agent.use('update_cell', { cellId: late, content: 'later\r\n' });

      const since = async () => (await user.view()).changes.filter(({ number }) => number > start);
      await expect.poll(async () => (await since()).length).toBe(20);
      const steps = await since();
      const result = await user.act(
        'undo',
        steps.map(({ number }) => number),
      );
      expect(result).toEqual({ undone: steps.map(({ number }) => number), refused: [] });
      expect(await read()).toEqual(before);
      const undone = async () => (await user.view()).changes.filter(({ state }) => state === 'undone');
      await expect.poll(async () => (await undone()).length).toBe(20);
    });

    it('leaves what the human has changed since, and shows the difference', async () => {
      const cellId = await agent.addCode('x = 1');
      await agent.use('update_cell', { cellId, content: 'x = 2' });
      await page
        .locator(`[id="cell-${cellId}"] .cm-content, [id="cell-${cellId}"] .lazy-virtualized`)
        .first()
        .click();
      await page.keyboard.press('End');
      await page.keyboard.type('00');
      await expect.poll(async () => (await user.view()).changes.length).toBe(2);
      const [edit, add] = (await user.view()).changes;
      expect(await user.act('undo', [edit?.number ?? 0, add?.number ?? 0])).toMatchObject({
        undone: [],
        refused: [
          { expected: 'x = 2', found: 'x = 200' },
          { reason: expect.stringContaining('again since') },
        ],
      });
      expect(await agent.sources()).toContain('x = 200');
    });
  });
});
