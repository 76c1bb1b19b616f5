import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import type { NotebookView } from '../../src/wire/notebook-view.ts';
import type { HarnessOptions, HarnessPage } from '../support/page/harness-page.ts';
import { useHarness } from '../support/page/harness-page.ts';
import {
  CLAUDE,
  CURSOR,
  call,
  change,
  LONG_NAMED,
  proposal,
  question,
  run,
} from '../support/page/samples.ts';

const HOST = '#cellwire-page';
/** Longer than a card is deaf. */
const HEARS_MS = 600;

const NOTHING = { runs: [], changes: [], questions: [], proposals: [], now: [] };

describe('in the page', () => {
  const start = useHarness();
  let notebook: HarnessPage;
  let page: Page;
  let ui: Locator;

  async function open(options: HarnessOptions = {}): Promise<string[]> {
    notebook = await start(options);
    page = notebook.page;
    ui = page.locator(HOST);
    return notebook.cellIds;
  }
  afterEach(() => page.context().close());

  const show = (news: Partial<NotebookView>): Promise<void> =>
    notebook.do((harness, given) => harness.show(given), news);
  const asked = (): Promise<unknown[][]> => notebook.do((harness) => harness.asked);
  const button = (name: string): Locator => ui.getByRole('button', { name, exact: true });
  const hears = (): Promise<void> => page.waitForTimeout(HEARS_MS);
  const box = async (what: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
    const found = await what.boundingBox();
    if (!found) throw new Error(`Not to be seen: ${what}`);
    return found;
  };

  describe('without an agent', () => {
    it('there is nothing: no element, timer, frame, listener or observer', async () => {
      await open();
      const work = await page.evaluateHandle(countWork);
      expect(await work.evaluate((counts) => ({ ...counts }))).toEqual({});
      await notebook.do((harness) => {
        for (let times = 0; times < 50; times += 1) harness.tell();
      });
      await page.waitForTimeout(300);
      // One look at what changed, and nothing after it.
      expect(await work.evaluate((counts) => ({ ...counts }))).toEqual({ requestAnimationFrame: 1 });
      expect(await ui.count()).toBe(0);
    });

    it('all that an agent brought is gone with it', async () => {
      const [first = ''] = await open();
      const work = await page.evaluateHandle(countWork);
      await show({ agents: [CLAUDE], changes: [change(CLAUDE, first, 1)], runs: [run(CLAUDE, first, 1)] });
      await ui.getByText('running cell 1').waitFor();
      await show({ ...NOTHING, agents: [] });
      await expect.poll(() => ui.count()).toBe(0);
      await work.evaluate((counts) => {
        for (const name of Object.keys(counts)) delete counts[name];
      });
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, 300);
      await page.keyboard.press('Alt+Shift+P');
      await page.waitForTimeout(2_500);
      expect(await work.evaluate((counts) => ({ ...counts }))).toEqual({});
      expect(await asked()).toEqual([]);
    });

    it('an agent that does nothing costs nothing: no timer, no frame', async () => {
      await open();
      await show({ agents: [CLAUDE] });
      await expect.poll(() => ui.getByRole('status').textContent()).toBe('Claude Code: connected');
      const work = await page.evaluateHandle(countWork);
      await notebook.do((harness) => {
        harness.views = 0;
        for (let times = 0; times < 50; times += 1) harness.tell();
      });
      await page.waitForTimeout(1_500);
      expect(await work.evaluate((counts) => ({ ...counts }))).toEqual({ requestAnimationFrame: 1 });
      expect(await notebook.do((harness) => harness.views)).toBe(1);
    });
  });

  describe('the pill', () => {
    it('says who is connected and what it does, and how long it runs', async () => {
      const [, , third = ''] = await open();
      await show({ agents: [CLAUDE] });
      await ui.getByText('Claude Code').waitFor();
      await show({ now: [call(CLAUDE, 'edits', third)] });
      await ui.getByText('editing cell 3').waitFor();
      await show({ now: [], runs: [run(CLAUDE, third, 3, 42)] });
      await expect.poll(() => ui.locator('.work').textContent()).toMatch(/^running cell 3(?=.*0:4[2-5])/);
      await expect.poll(() => ui.locator('.clock').textContent()).toBe('0:44');
      await expect.poll(() => ui.getByRole('status').textContent()).toBe('Claude Code: running cell 3');
      await show({ agents: [CLAUDE, CURSOR], now: [call(CURSOR, 'reads', null)] });
      await ui.getByText('reading').waitFor();
      const colours = await ui
        .locator('.line .dot')
        .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot).backgroundColor));
      expect(new Set(colours).size).toBe(2);
      await show({ agents: [CLAUDE, CURSOR, LONG_NAMED] });
      await ui.getByText('3 agents').waitFor();
    });

    it('shows for a moment what was over at once', async () => {
      await open();
      await show({ agents: [CLAUDE], now: [call(CLAUDE, 'reads', null)] });
      await ui.getByText('reading').waitFor();
      await show({ now: [] });
      await page.waitForTimeout(300);
      expect(await ui.locator('.work').textContent()).toBe('reading');
      await expect.poll(() => ui.locator('.work').textContent()).toBe('connected');
    });

    it('pauses, resumes, stops and follows by one click each, and leaves the caret in the cell', async () => {
      const [first = ''] = await open();
      await page.locator(`#cell-${first} .lazy-editor`).click();
      const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.className ?? '');
      const before = await focused();
      await show({ agents: [CLAUDE] });
      await button('Pause').click();
      await notebook.do((harness) => harness.pause(true));
      await button('Resume').click();
      await notebook.do((harness) => harness.pause(false));
      await button('Follow').click();
      await button('Open the side panel').click();
      await button('Stop').click();
      expect(await asked()).toEqual([
        ['setPaused', true],
        ['setPaused', false],
        ['setFollows', true],
        ['stop'],
      ]);
      expect(await notebook.do((harness) => harness.panels)).toBe(1);
      expect(await focused()).toBe(before);
    });

    it('pauses and stops by key, from within a cell, and writes nothing into it', async () => {
      const [first = ''] = await open();
      await show({ agents: [CLAUDE] });
      await ui.getByText('Claude Code').waitFor();
      await page.locator(`#cell-${first} .lazy-editor`).click();
      const text = await page.locator(`#cell-${first}`).textContent();
      await page.keyboard.press('Alt+Shift+P');
      await expect.poll(asked).toEqual([['setPaused', true]]);
      await page.keyboard.press('Alt+Shift+S');
      await expect.poll(asked).toEqual([['setPaused', true], ['stop']]);
      await page.keyboard.press('Shift+P');
      await page.keyboard.press('Alt+p');
      expect(await asked()).toHaveLength(2);
      expect(await page.locator(`#cell-${first}`).textContent()).toContain(text?.slice(0, 10));
    });

    it('does not take keys or clicks that the page forged', async () => {
      await open();
      await show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
      await button('Stop').waitFor();
      await hears();
      await page.evaluate((selector) => {
        for (const key of ['P', 'S', 'Enter']) {
          const made = { key, code: `Key${key}`, altKey: true, shiftKey: true, bubbles: true };
          document.body.dispatchEvent(new KeyboardEvent('keydown', made));
        }
        for (const one of document.querySelector(selector)?.shadowRoot?.querySelectorAll('button') ?? [])
          one.click();
      }, HOST);
      await page.waitForTimeout(100);
      expect(await asked()).toEqual([]);
      expect(await notebook.do((harness) => harness.panels)).toBe(0);
    });

    it('tells when something could not be done', async () => {
      await open();
      await show({ agents: [CLAUDE] });
      await notebook.do((harness) => {
        harness.failure = '<img src=x onerror="document.title=1">';
      });
      await button('Stop').click();
      await ui.getByText('Not everything could be stopped: <img src=x').first().waitFor();
    });

    it('is a dot if one likes, and stays so', async () => {
      await open();
      await show({ agents: [CLAUDE] });
      await button('Collapse to a dot').focus();
      await page.keyboard.press('Enter');
      const dot = ui.getByRole('button', { name: 'Cellwire: Claude Code: connected. Show the controls' });
      await dot.waitFor();
      expect(await dot.evaluate((found) => found.matches(':focus'))).toBe(true);
      await notebook.do((harness) => {
        harness.end();
        harness.start();
      });
      await dot.waitFor();
      await dot.click();
      await button('Pause').waitFor();
    });

    it.each([
      { width: 1280, height: 800 },
      { width: 420, height: 800 },
      { width: 640, height: 400 },
    ])('stands where no control of Colab is: $width by $height', async (viewport) => {
      const [first = ''] = await open({ viewport });
      await show({
        agents: [CLAUDE, LONG_NAMED],
        runs: [run(CLAUDE, first, 1)],
        proposals: [proposal(CURSOR, first)],
      });
      const pill = await box(ui.locator('.pill'));
      const area = await box(page.locator('#notebook-main'));
      expect(pill.x).toBeGreaterThanOrEqual(area.x);
      expect(pill.y).toBeGreaterThanOrEqual(area.y);
      expect(pill.x + pill.width).toBeLessThanOrEqual(area.x + area.width);
      expect(pill.y + pill.height).toBeLessThanOrEqual(area.y + area.height);
      // Nothing is cut off.
      for (const one of await ui.locator('.pill button').all()) {
        const { x, y, width, height } = await box(one);
        expect([
          x >= pill.x,
          y >= pill.y,
          x + width <= pill.x + pill.width,
          y + height <= pill.y + pill.height,
        ]).toEqual([true, true, true, true]);
      }
    });

    it('makes room for the controls of a cell', async () => {
      const cellIds = await open();
      await show({ agents: [CLAUDE] });
      const resting = await box(ui.locator('.pill'));
      const overlaps = (a: typeof resting, b: typeof resting): boolean =>
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
      // The cell whose top is where the pill stands.
      for (const cellId of cellIds) {
        const cell = page.locator(`#cell-${cellId}`);
        const { y } = await box(cell);
        if (y < resting.y - 10) continue;
        await page.evaluate(
          ([id, by]) => {
            const scroller = document.querySelector('#notebook-main');
            if (scroller) scroller.scrollTop += by;
            document.querySelector<HTMLElement>(`#cell-${id}`)?.focus({ preventScroll: true });
          },
          [cellId, y - resting.y - 15] as const,
        );
        break;
      }
      await expect
        .poll(async () => overlaps(resting, await box(page.locator('colab-cell-toolbar'))))
        .toBe(true);
      await expect
        .poll(async () =>
          overlaps(await box(ui.locator('.pill')), await box(page.locator('colab-cell-toolbar'))),
        )
        .toBe(false);
    });
  });

  describe('a cell', () => {
    it('that an agent changed is marked for a moment, with its name; what was there before is not', async () => {
      const [first = '', second = ''] = await open();
      await show({ agents: [CLAUDE], changes: [] });
      await ui.locator('.pill').waitFor();
      await show({ changes: [change(CLAUDE, second, 2)] });
      const mark = ui.locator('.mark');
      await mark.waitFor();
      expect(await mark.textContent()).toBe('Claude Code');
      const [cell, drawn] = [await box(page.locator(`#cell-${second}`)), await box(mark)];
      expect(Math.abs(drawn.y - cell.y) + Math.abs(drawn.height - cell.height)).toBeLessThan(3);
      await expect.poll(() => mark.count(), { timeout: 4_000 }).toBe(0);
      await show({ changes: [change(CLAUDE, first, 1), change(CLAUDE, second, 2)] });
      await page.waitForTimeout(200);
      expect(await mark.count()).toBe(0);
      expect(await page.locator('#notebook-main .mark').count()).toBe(0);
    });

    it('that runs is marked until it ends; the mark goes with it when the page scrolls, and never over the header', async () => {
      const [, second = ''] = await open();
      await show({ agents: [CLAUDE], runs: [run(CLAUDE, second, 2)] });
      const mark = ui.locator('.mark.running');
      await mark.waitFor();
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, 130);
      const distance = async (): Promise<number> =>
        (await box(mark)).y - (await box(page.locator(`#cell-${second}`))).y;
      await expect.poll(async () => Math.abs(await distance())).toBeLessThan(2);
      const area = await box(page.locator('#notebook-main'));
      expect((await box(mark)).y).toBeLessThan(area.y);
      const stage = await box(ui.locator('.stage'));
      expect(Math.abs(stage.y - area.y) + Math.abs(stage.height - area.height)).toBeLessThan(1);
      expect(await ui.locator('.stage').evaluate((found) => getComputedStyle(found).overflow)).toBe('clip');
      await page.mouse.wheel(0, 2_000);
      await expect.poll(() => mark.isVisible()).toBe(false);
      await show({ runs: [] });
      await expect.poll(() => mark.count()).toBe(0);
    });

    it('is scrolled to when the user follows, and only then', async () => {
      const cellIds = await open({ reducedMotion: 'reduce' });
      const last = cellIds.at(-1) ?? '';
      const scrolled = (): Promise<number> =>
        page.evaluate(() => document.querySelector('#notebook-main')?.scrollTop ?? 0);
      await show({ agents: [CLAUDE] });
      await ui.locator('.pill').waitFor();
      await show({ changes: [change(CLAUDE, last, 1)] });
      await page.waitForTimeout(200);
      expect(await scrolled()).toBe(0);
      await show({ follows: true });
      await page.waitForTimeout(200);
      expect(await scrolled()).toBe(0);
      await show({ changes: [change(CLAUDE, last, 2)] });
      await expect.poll(scrolled).toBeGreaterThan(100);
    });

    it.each(['reduce', 'no-preference'] as const)(
      'moves only for those who like it: %s',
      async (reducedMotion) => {
        const [first = '', second = ''] = await open({ reducedMotion });
        await show({ agents: [CLAUDE] });
        await ui.locator('.pill').waitFor();
        await show({ runs: [run(CLAUDE, second, 2)], changes: [change(CLAUDE, first, 1)] });
        await ui.locator('.mark').first().waitFor();
        const moving = await ui.evaluate((host) => host.shadowRoot?.getAnimations().length);
        expect(moving).toBe(reducedMotion === 'reduce' ? 0 : 2);
      },
    );

    it('under an open menu is not drawn over it', async () => {
      const [first = ''] = await open();
      await show({ agents: [CLAUDE], runs: [run(CLAUDE, first, 1)] });
      await ui.locator('.mark').waitFor();
      await page.locator('#edit-menu-button').click();
      await expect.poll(() => ui.locator('.mark').isVisible()).toBe(false);
      await page.mouse.click(800, 30);
      await ui.locator('.mark').waitFor();
    });
  });

  describe('a question', () => {
    const card = (): Locator => ui.getByRole('alertdialog');

    it('shows what is wanted and the cells, one question at a time', async () => {
      await open();
      const cells = [
        { cellId: 'a', place: 3, kind: 'code' as const, text: 'x = 1', isCut: true },
        { cellId: 'b', place: null, kind: 'markdown' as const, text: '', isCut: false },
      ];
      await show({
        agents: [CLAUDE],
        questions: [question(CLAUDE, { cells }), question(CLAUDE, { id: 'q2' })],
      });
      await card().waitFor();
      const text = await card().textContent();
      for (const part of [
        'Claude Code wants to run this cell',
        '1 of 2',
        'Cell 3 · code',
        'x = 1',
        'Only the beginning is shown',
        'A cell · text',
        '(empty)',
      ])
        expect(text).toContain(part);
      expect(await ui.locator('.pill').textContent()).toContain('waiting for your answer');
    });

    it.each([
      ['Allow once', 'once'],
      ['Allow for this session', 'session'],
      ['Deny', 'deny'],
    ])('%s', async (label, answer) => {
      await open();
      await show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
      await button(label).waitFor();
      await hears();
      await button(label).dblclick();
      expect(await asked()).toEqual([['answer', 'q1', answer]]);
    });

    it('is deaf at first, and so is the next one: a double click answers one', async () => {
      await open();
      await show({ agents: [CLAUDE], questions: [question(CLAUDE), question(CLAUDE, { id: 'q2' })] });
      await button('Allow once').click();
      expect(await asked()).toEqual([]);
      await hears();
      await button('Allow once').click();
      await show({ questions: [question(CLAUDE, { id: 'q2' })] });
      await expect.poll(() => card().textContent()).not.toContain('1 of 2');
      await button('Allow once').click();
      expect(await asked()).toEqual([['answer', 'q1', 'once']]);
    });

    it('comes back, deaf again, when the page takes it away', async () => {
      await open();
      await show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
      await card().waitFor();
      await hears();
      await page.evaluate((selector) => document.querySelector(selector)?.remove(), HOST);
      await card().waitFor();
      await button('Allow once').click();
      expect(await asked()).toEqual([]);
    });

    it('does not take the focus, but is answered by keys alone; then one is where one was', async () => {
      const [first = ''] = await open();
      await page.locator(`#cell-${first} .lazy-editor`).click();
      const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.className ?? '');
      const before = await focused();
      await show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
      await card().waitFor();
      await hears();
      expect(await focused()).toBe(before);
      await page.keyboard.press('Alt+Shift+A');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await button('Allow once').evaluate((found) => found.matches(':focus-visible'))).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(asked).toEqual([['answer', 'q1', 'once']]);
      await show({ questions: [] });
      await expect.poll(focused).toBe(before);
    });

    it('that could not be answered can be answered again', async () => {
      await open();
      await show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
      await button('Deny').waitFor();
      await hears();
      await notebook.do((harness) => {
        harness.failure = 'The line is dead.';
      });
      await button('Deny').click();
      await card().getByText('Your answer did not arrive: The line is dead.').waitFor();
      await button('Deny').click();
      expect(await asked()).toHaveLength(2);
    });
  });

  describe('a proposal', () => {
    const card = (): Locator => ui.locator('.proposal');

    it('stands at its cell and shows the difference by more than colour', async () => {
      const [, , , fourth = ''] = await open();
      await show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, fourth)] });
      await card().waitFor();
      expect(
        await card()
          .locator('del')
          .first()
          .evaluate((found) => getComputedStyle(found).textDecorationLine),
      ).toBe('line-through');
      expect(
        await card()
          .locator('ins')
          .first()
          .evaluate((found) => getComputedStyle(found).textDecorationLine),
      ).toBe('underline');
      const [cell, drawn] = [await box(page.locator(`#cell-${fourth}`)), await box(card())];
      expect(drawn.y).toBeGreaterThan(cell.y);
      expect(drawn.y).toBeLessThanOrEqual(cell.y + cell.height + 10);
      expect(await card().textContent()).toContain('Claude Code proposes a change of cell 4');
    });

    it('is accepted by click', async () => {
      const [first = ''] = await open();
      await show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first)] });
      await button('Accept').waitFor();
      await button('Accept').click();
      expect(await asked()).toEqual([]);
      await hears();
      await button('Accept').click();
      expect(await asked()).toEqual([['decide', `p-${first}`, { verdict: 'accept' }]]);
    });

    it('is accepted by key, when it can be seen', async () => {
      const cellIds = await open();
      const [first = '', last = ''] = [cellIds[0], cellIds.at(-1)];
      await show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, last)] });
      await button('1 proposal').waitFor();
      await hears();
      await page.keyboard.press('Alt+Shift+Enter');
      expect(await asked()).toEqual([]);
      await show({ proposals: [proposal(CLAUDE, first)] });
      await card().waitFor();
      await hears();
      await page.keyboard.press('Alt+Shift+Enter');
      await expect.poll(asked).toEqual([['decide', `p-${first}`, { verdict: 'accept' }]]);
    });

    it('is accepted in the user’s own version; Colab sees none of the keys', async () => {
      const [first = ''] = await open();
      await show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first, { after: 'a = 1' })] });
      await button('Edit').waitFor();
      await hears();
      await button('Edit').click();
      const field = ui.getByRole('textbox', { name: 'Your version of cell 4' });
      expect(await field.inputValue()).toBe('a = 1');
      await page.evaluate(() => {
        Reflect.set(window, 'heard', []);
        document.addEventListener('keydown', ({ key }) => Reflect.get(window, 'heard').push(key));
      });
      await page.keyboard.press('End');
      await page.keyboard.type('00');
      await button('Accept my version').click();
      expect(await asked()).toEqual([['decide', `p-${first}`, { verdict: 'accept', content: 'a = 100' }]]);
      expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
    });

    it.each([
      ['', { verdict: 'reject' }],
      ['No, use polars', { verdict: 'reject', comment: 'No, use polars' }],
    ])('is rejected, with a word why or without: "%s"', async (comment, decision) => {
      const [first = ''] = await open();
      await show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first)] });
      await button('Reject').waitFor();
      await hears();
      await button('Reject').click();
      await page.keyboard.type(comment);
      await page.keyboard.press('Enter');
      await expect.poll(asked).toEqual([['decide', `p-${first}`, decision]]);
    });

    it('that is stale says so, and cannot be accepted', async () => {
      const [first = ''] = await open();
      await show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first, { isStale: true })] });
      await card().getByText('The cell has changed since').waitFor();
      await hears();
      await page.keyboard.press('Alt+Shift+Enter');
      expect(await button('Accept').count()).toBe(0);
      expect(await button('Edit').count()).toBe(0);
      expect(await asked()).toEqual([]);
      expect(await button('Reject').count()).toBe(1);
    });

    it('one of several: the others are chips at their cells, or reached from the pill', async () => {
      const cellIds = await open();
      const [first = '', second = '', last = ''] = [cellIds[0], cellIds[1], cellIds.at(-1)];
      await show({
        agents: [CLAUDE, CURSOR],
        proposals: [proposal(CLAUDE, first), proposal(CURSOR, second), proposal(CURSOR, last, { place: 16 })],
      });
      await card().getByText('Claude Code').waitFor();
      await ui.getByRole('button', { name: 'Cursor proposes a change' }).click();
      await card().getByText('Cursor').waitFor();
      await button('3 proposals').click();
      await card().getByText('cell 16').waitFor();
      const area = await box(page.locator('#notebook-main'));
      const drawn = await box(card());
      expect(drawn.y).toBeGreaterThanOrEqual(area.y);
      expect(drawn.y + drawn.height).toBeLessThanOrEqual(area.y + area.height);
    });

    it('whose cell is gone is still shown', async () => {
      await open();
      await show({
        agents: [CLAUDE],
        proposals: [proposal(CLAUDE, 'no-such-cell', { isStale: true, place: null })],
      });
      await card().getByText('proposes a change of a cell').waitFor();
      await hears();
      await button('Reject').click();
      await page.keyboard.press('Enter');
      await expect.poll(asked).toEqual([['decide', 'p-no-such-cell', { verdict: 'reject' }]]);
    });
  });

  describe('hostile texts', () => {
    const EVIL = '<img src=x onerror="document.title=\'broken\'">‮gnp.exe\u2067 </script><b>';

    it('are shown as text and do not break what is around them', async () => {
      const [first = ''] = await open();
      const agent = { ...CLAUDE, name: EVIL };
      const long = { ...CURSOR, name: 'x'.repeat(10_000) };
      const huge = EVIL.repeat(200);
      await show({
        agents: [agent, long],
        runs: [run(agent, first, 1)],
        changes: [change(long, first, 1)],
        questions: [
          question(long, {
            wish: huge,
            cells: [{ cellId: 'a', place: 1, kind: 'code', text: huge, isCut: true }],
          }),
        ],
        proposals: [proposal(agent, first, { reason: huge, before: EVIL, after: huge })],
      });
      await ui.getByRole('alertdialog').waitFor();
      expect(await ui.locator('img, script, b').count()).toBe(0);
      expect(await page.title()).not.toBe('broken');
      expect(await ui.locator('.quote pre').textContent()).toBe(huge);
      for (const one of await ui.locator('.pill button, .ask button').all()) {
        await one.scrollIntoViewIfNeeded();
        const { x, y, width, height } = await box(one);
        expect([x > 0, y > 0, x + width < 1280, y + height < 800]).toEqual([true, true, true, true]);
      }
      await hears();
      await button('Deny').click();
      expect(await asked()).toEqual([['answer', 'q1', 'deny']]);
      await notebook.picture('hostile');
    });

    it('of the one that asks for access', async () => {
      await open();
      await notebook.do((harness, name) => harness.ask({ port: 1, agent: name }), EVIL + 'y'.repeat(10_000));
      const card = page.locator('#cellwire-consent').getByRole('alertdialog');
      await card.waitFor();
      expect(await card.locator('img').count()).toBe(0);
      expect(await card.locator('h2 bdi').textContent()).toBe('<img src=x onerror="document.title=\'brok');
      expect((await box(card)).height).toBeLessThan(500);
    });
  });

  describe('the question for consent', () => {
    const card = (): Locator => page.locator('#cellwire-consent').getByRole('alertdialog');
    const answer = (): Promise<string | null> => notebook.do((harness) => harness.answer);
    const ask = (): Promise<void> =>
      notebook.do((harness) => harness.ask({ port: 51234, agent: 'Claude Code' }));

    it('is answered by keys alone; Escape is no answer; the first button is the one that allows once', async () => {
      await open();
      await ask();
      await card().waitFor();
      await hears();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      expect(await answer()).toBeNull();
      await page.keyboard.press('Tab');
      expect(await card().locator(':focus-visible').textContent()).toBe('Allow once');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect.poll(answer).toBe('always');
    });

    it('leaves the caret with somebody who types; a key brings one there', async () => {
      const [first = ''] = await open();
      await page.locator(`#cell-${first} .lazy-editor`).click();
      await ask();
      await card().waitFor();
      await hears();
      await page.keyboard.type('typed on');
      expect(await page.locator(`#cell-${first}`).textContent()).toContain('typed on');
      await page.keyboard.press('Alt+Shift+A');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(answer).toBe('once');
    });
  });

  describe('looks', () => {
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

    it.each<[string, HarnessOptions]>([
      ['light', {}],
      ['dark', { theme: 'dark' }],
      ['narrow', { viewport: { width: 420, height: 800 } }],
      ['zoomed', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
      ['forced-colours', { forcedColors: 'active' }],
    ])('%s: every state can be used by everybody', async (name, options) => {
      const cellIds = await open({ reducedMotion: 'reduce', ...options });
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      await page.evaluate(axe);
      const look = async (state: string): Promise<void> => {
        await page.waitForTimeout(100);
        await notebook.picture(`${name}-${state}`);
        expect([state, await faults(page)]).toEqual([state, []]);
      };
      for (const [state, news] of states) {
        await show({ ...NOTHING, agents: [CLAUDE], ...news(cellIds) });
        await ui.locator('.pill').waitFor();
        await look(state);
      }
      await hears();
      await button('Reject').click();
      await look('rejecting');
      await show({ proposals: [proposal(CLAUDE, cellIds[0] ?? '')] });
      await button('Back').click();
      await button('Edit').click();
      await look('editing');
      await notebook.do((harness) => harness.pause(true));
      await show({ ...NOTHING, agents: [CLAUDE] });
      await button('Resume').waitFor();
      await look('paused');
      await button('Collapse to a dot').click();
      await look('dot');
      await notebook.do((harness) => harness.ask({ port: 51234, agent: 'Claude Code' }));
      await page.locator('#cellwire-consent').waitFor();
      await look('consent');
    });
  });
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

/** Counts what begins from now on, whoever begins it: the page itself is at rest. */
function countWork(): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (target: object, name: string): void => {
    const real = Reflect.get(target, name);
    Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
      counts[name] = (counts[name] ?? 0) + 1;
      return Reflect.apply(real, this, args);
    });
  };
  for (const name of ['requestAnimationFrame', 'setTimeout', 'setInterval', 'requestIdleCallback'])
    count(window, name);
  count(EventTarget.prototype, 'addEventListener');
  for (const observer of [MutationObserver, ResizeObserver, IntersectionObserver])
    count(observer.prototype, 'observe');
  return counts;
}
