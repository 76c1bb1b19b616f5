import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VARIANTS } from '../../playground/variants.ts';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent, listOf } from '../support/agent.ts';
import { isAtLength } from '../support/at-length.ts';
import { type RunningBridge, startBridge } from '../support/bridge.ts';
import { createTypist, readHands, textOfCell, untilSteady, watchFrames } from '../support/human-at-work.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { answerDialogs, runWithUser } from '../support/user-answers.ts';

const opened = useBrowser();
const CELLS = 30;

interface AtWork {
  page: Page;
  agent: Agent;
  bridge: RunningBridge;
  ids: string[];
}

async function begin(variant: string): Promise<AtWork> {
  const bridge = await startBridge({ colabUrl: `${SCRATCH}?variant=${variant}&cells=${CELLS}` });
  const page = await opened().newPage();
  if (!(await bridge.connect((link) => page.goto(link)))) throw new Error('The tab did not connect.');
  const agent = createAgent(callerOf(bridge.client));
  const { cells } = await agent.use('get_cells');
  const ids = listOf(cells).map(({ id }) => String(id));
  await answerDialogs(page);
  // The first run brings up the runtime, and whatever the page asks before.
  await runWithUser(agent, page, 'execute_cell', { cellId: ids[1] });
  return { page, agent, bridge, ids };
}

async function end({ page, bridge }: AtWork): Promise<void> {
  await page.close();
  await bridge.close();
}

/** The user clicks into a cell, behind its last character. */
async function clickInto(page: Page, cellId: string): Promise<void> {
  await page.locator(`#cell-${cellId} .lazy-editor`).click();
  await page.keyboard.press('Control+End');
}

const EVERY = [
  // What the user did is read from the page's objects; in a notebook that is only read, agents change nothing.
  ...Object.keys(VARIANTS).filter((variant) => variant !== 'no-globals' && variant !== 'read-only'),
  'insert-focuses,no-tools-service',
  'insert-focuses,no-kernel-execute',
  'lazy-execute,no-tools-service',
];
const CORE = ['default', 'dom-only', 'insert-focuses,no-kernel-execute', 'lazy-execute,no-tools-service'];
/** A comment: whatever is typed in it, the editor completes and closes nothing. */
const LINE = '\n# the quick brown fox jumps over the lazy dog while somebody else works';

describe.each(isAtLength ? EVERY : CORE)('a user at work beside an agent, on variant %s', (variant) => {
  const share = isAtLength ? 1 : variant === 'default' ? 0.3 : 0.15;
  let at: AtWork;
  let own: string;
  beforeAll(async () => {
    at = await begin(variant);
    own = at.ids[16] ?? '';
  });
  afterAll(() => at && end(at));

  it('loses no character and no focus while typing and scrolling', { timeout: 120_000 }, async () => {
    const { page, agent } = at;
    const type = await createTypist(page);
    await clickInto(page, own);
    const before = await textOfCell(page, own);
    let typed = '';
    const typeAndScroll = async (): Promise<void> => {
      for (let line = 0; typed.length < 2000 * share; line++) {
        await type(LINE);
        typed += LINE;
        await page.mouse.wheel(0, line % 2 === 0 ? 60 : -60);
      }
    };
    await Promise.all([typeAndScroll(), workAround(agent, Math.round(25 * share))]);
    expect(await textOfCell(page, own)).toBe(before + typed);
    const last = before.length + typed.length;
    expect(await readHands(page)).toEqual({ editing: own, anchor: last, head: last, selectedCell: own });
    const { cells } = await agent.use('get_cells');
    const others = listOf(cells).filter(({ id }) => id !== own);
    expect(others.some(({ source }) => listOf(source).join('').includes('quick'))).toBe(false);
  });

  it('sees nothing move while only looking, in any frame', async () => {
    const { page, agent, ids } = at;
    await clickInto(page, own);
    const hands = await readHands(page);
    await untilSteady(page, own);
    const stop = await watchFrames(page, own);
    const above = await agent.addCode('above = 1', 0);
    await agent.addCode('below = 1');
    await agent.addCode('near = 1', 18);
    await agent.use('move_cell', { cellId: above, cellIndex: 20 });
    await agent.use('execute_cell', { cellId: above });
    await agent.use('execute_code', { code: 'above' });
    await agent.use('update_cell', { cellId: above, content: 'above = 2\n\n\n3' });
    await agent.use('delete_cell', { cellId: ids[2] });
    const { tops, focused } = await stop();
    // Cells stand between pixels: one of them is rounding.
    expect(Math.max(...tops) - Math.min(...tops), tops.join()).toBeLessThanOrEqual(1);
    expect(focused).toEqual([own]);
    expect(await readHands(page)).toEqual(hands);
  });
});

describe('a user in the way of an agent', () => {
  let at: AtWork;
  beforeAll(async () => {
    at = await begin('insert-focuses');
  });
  afterAll(() => at && end(at));

  it('is not overwritten while typing: the agent is told, with the text and its revision', async () => {
    const { page, agent, ids } = at;
    const cellId = ids[6] ?? '';
    await clickInto(page, cellId);
    await page.keyboard.type('\n# ```');
    const text = await textOfCell(page, cellId);
    const { cells } = await agent.use('get_cells', { cellIndexStart: 6, cellIndexEnd: 6 });
    const revision = String(listOf(cells)[0]?.revision);
    const target = { cellId, expectedRevision: revision };
    for (const [tool, args] of [
      ['update_cell', { ...target, content: 'x' }],
      ['delete_cell', target],
      ['move_cell', { cellId, cellIndex: 0 }],
    ] as const) {
      const { kind, message, next } = await agent.fail(tool, args);
      expect(kind).toBe('conflict');
      expect(message).toContain('The user is typing in the cell');
      expect(message).toContain(`\n\`\`\`\`\n${text}\n\`\`\`\``);
      expect(next).toContain(revision);
    }
    expect(await textOfCell(page, cellId)).toBe(text);
    const typing = page.keyboard.type('# still typing', { delay: 20 });
    await agent.use('update_cell', { cellId: ids[7], content: 'another = 1' });
    await typing;
    expect(await textOfCell(page, cellId)).toBe(`${text}# still typing`);
  });

  it('runs the own cell with Ctrl+Enter, never the draft of the agent', async () => {
    const { page, agent, ids } = at;
    const cellId = ids[8] ?? '';
    await clickInto(page, cellId);
    await page.keyboard.type('\nprint("by hand")');
    const drafts: string[] = [];
    const drafting = (async () => {
      for (let count = 0; count < 8; count++)
        drafts.push(await agent.addCode('raise SystemError("draft")', 3));
    })();
    for (let press = 0; press < 4; press++) await page.keyboard.press('Control+Enter');
    await drafting;
    await page.waitForFunction(() => !Reflect.get(window, 'colab').global.notebook.isExecuting());
    const { cells } = await agent.use('get_cells', { includeOutputs: true });
    const ran = listOf(cells).filter((cell) => cell.execution_count != null);
    expect(ran.map(({ id }) => id).filter((id) => drafts.includes(String(id)))).toEqual([]);
    expect(JSON.stringify(ran.find(({ id }) => id === cellId)?.outputs)).toContain('by hand');
    expect(await readHands(page)).toMatchObject({ editing: cellId, selectedCell: cellId });
  });

  it('keeps a selection: in an editor, and of what is only read', async () => {
    const { page, agent, ids } = at;
    const cellId = ids[11] ?? '';
    await clickInto(page, cellId);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    const hands = await readHands(page);
    expect(hands.head).toBeGreaterThan(hands.anchor);
    await agent.addCode('a = 1', 0);
    await agent.use('execute_cell', { cellId: ids[12] });
    expect(await readHands(page)).toEqual(hands);

    const heading = page.locator(`#cell-${ids[10]} h2`);
    await heading.scrollIntoViewIfNeeded();
    await heading.click({ clickCount: 3 });
    const selected = () => page.evaluate(() => String(getSelection()).trim());
    expect(await selected()).toMatch(/^Part/);
    const words = await selected();
    await agent.addCode('b = 1', 0);
    await agent.addCode('c = 1');
    await agent.use('move_cell', { cellId: ids[1], cellIndex: 3 });
    expect(await selected()).toBe(words);
    expect(await readHands(page)).toMatchObject({ selectedCell: ids[10] });
  });

  it('keeps the caret in a cell that the agent edits while it is only looked at', async () => {
    const { page, agent, ids } = at;
    const cellId = ids[13] ?? '';
    await page.locator(`#cell-${cellId} .lazy-editor`).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    const { head } = await readHands(page);
    const text = await textOfCell(page, cellId);
    await agent.use('update_cell', { cellId, content: `# a new first line\n${text} # and more` });
    expect(await readHands(page)).toMatchObject({ editing: cellId, head: head + 19, anchor: head + 19 });
    await page.keyboard.type('!');
    expect((await textOfCell(page, cellId)).indexOf('!')).toBe(head + 19);
  });

  it('goes on in the editor of a text cell', async () => {
    const { page, agent, ids } = at;
    const cellId = ids[15] ?? '';
    await page.locator(`#cell-${cellId} .markdown`).dblclick();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('one ');
    await agent.addCode('d = 1', 0);
    await page.keyboard.type('two ');
    await agent.addCode('e = 1');
    await page.keyboard.type('three');
    expect(await textOfCell(page, cellId)).toMatch(/one two three$/);
  });
});

/** Adds, runs, moves, edits and deletes, above and below the user, and code that is in no cell. */
async function workAround(agent: Agent, count: number): Promise<void> {
  const added: string[] = [];
  for (let at = 0; at < count; at++) {
    added.push(await agent.addCode(`above_${at} = ${at}`, at % 7));
    added.push(await agent.addCode(`below_${at} = ${at}`));
  }
  for (const cellId of added.slice(0, count + 5)) {
    expect(await agent.use('execute_cell', { cellId })).toMatchObject({ status: 'ok' });
    expect(await agent.use('execute_code', { code: '1 + 1' })).toMatchObject({ status: 'ok' });
  }
  for (const [at, cellId] of added.slice(-4).entries()) {
    await agent.use('move_cell', { cellId, cellIndex: at % 2 === 0 ? 2 : 24 });
    await agent.use('update_cell', { cellId: added[at], content: `edited = ${at}` });
    await agent.use('delete_cell', { cellId });
  }
}
