import { describe, expect, it } from 'vitest';
import { boxOf, HOST, usePage } from '../support/page/harness-page.ts';
import { CLAUDE, CURSOR, call, LONG_NAMED, proposal, question, run } from '../support/page/samples.ts';

describe('the pill', () => {
  const at = usePage();
  it('says who is connected and what it does, and how long it runs', async () => {
    const [, , third = ''] = await at.open();
    await at.show({ agents: [CLAUDE] });
    await at.ui.getByText('Claude Code').waitFor();
    await at.show({ now: [call(CLAUDE, 'edits', third)] });
    await at.ui.getByText('editing cell 3').waitFor();
    await at.show({ now: [], runs: [run(CLAUDE, third, 3, 42)] });
    await expect.poll(() => at.ui.locator('.work').textContent()).toMatch(/^running cell 3(?=.*0:4[2-5])/);
    await expect.poll(() => at.ui.locator('.clock').textContent()).toBe('0:44');
    await expect.poll(() => at.ui.getByRole('status').textContent()).toBe('Claude Code: running cell 3');
    await at.show({ agents: [CLAUDE, CURSOR], now: [call(CURSOR, 'reads', null)] });
    await at.ui.getByText('reading').waitFor();
    const colours = await at.ui
      .locator('.line .dot')
      .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot).backgroundColor));
    expect(new Set(colours).size).toBe(2);
    await at.show({ agents: [CLAUDE, CURSOR, LONG_NAMED] });
    await at.ui.getByText('3 agents').waitFor();
  });

  it('shows for a moment what was over at once', async () => {
    await at.open();
    await at.show({ agents: [CLAUDE], now: [call(CLAUDE, 'reads', null)] });
    await at.ui.getByText('reading').waitFor();
    await at.show({ now: [] });
    await at.page.waitForTimeout(300);
    expect(await at.ui.locator('.work').textContent()).toBe('reading');
    await expect.poll(() => at.ui.locator('.work').textContent()).toBe('connected');
  });

  it('pauses, resumes, stops and follows by one click each, and leaves the caret in the cell', async () => {
    const [first = ''] = await at.open();
    await at.page.locator(`#cell-${first} .lazy-editor`).click();
    const focused = (): Promise<string> => at.page.evaluate(() => document.activeElement?.className ?? '');
    const before = await focused();
    await at.show({ agents: [CLAUDE] });
    await at.button('Pause').click();
    await at.do((harness) => harness.pause(true));
    await at.button('Resume').click();
    await at.do((harness) => harness.pause(false));
    await at.button('Follow').click();
    await at.button('Open the side panel').click();
    await at.button('Stop').click();
    expect(await at.asked()).toEqual([
      ['setPaused', true],
      ['setPaused', false],
      ['setFollows', true],
      ['stop'],
    ]);
    expect(await at.do((harness) => harness.panels)).toBe(1);
    expect(await focused()).toBe(before);
  });

  it('pauses and stops by key, from within a cell, and writes nothing into it', async () => {
    const [first = ''] = await at.open();
    await at.show({ agents: [CLAUDE] });
    await at.ui.getByText('Claude Code').waitFor();
    await at.page.locator(`#cell-${first} .lazy-editor`).click();
    const text = await at.page.locator(`#cell-${first}`).textContent();
    await at.page.keyboard.press('Alt+Shift+P');
    await expect.poll(at.asked).toEqual([['setPaused', true]]);
    await at.page.keyboard.press('Alt+Shift+S');
    await expect.poll(at.asked).toEqual([['setPaused', true], ['stop']]);
    await at.page.keyboard.press('Shift+P');
    await at.page.keyboard.press('Alt+p');
    expect(await at.asked()).toHaveLength(2);
    expect(await at.page.locator(`#cell-${first}`).textContent()).toContain(text?.slice(0, 10));
  });

  it('does not take keys or clicks that the page forged', async () => {
    await at.open();
    await at.show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
    await at.button('Stop').waitFor();
    await at.hears();
    await at.page.evaluate((selector) => {
      for (const key of ['P', 'S', 'Enter']) {
        const made = { key, code: `Key${key}`, altKey: true, shiftKey: true, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', made));
      }
      for (const one of document.querySelector(selector)?.shadowRoot?.querySelectorAll('button') ?? [])
        one.click();
    }, HOST);
    await at.page.waitForTimeout(100);
    expect(await at.asked()).toEqual([]);
    expect(await at.do((harness) => harness.panels)).toBe(0);
  });

  it('tells when something could not be done', async () => {
    await at.open();
    await at.show({ agents: [CLAUDE] });
    await at.do((harness) => {
      harness.failure = '<img src=x onerror="document.title=1">';
    });
    await at.button('Stop').click();
    await at.ui.getByText('Not everything could be stopped: <img src=x').first().waitFor();
  });

  it('is a dot if one likes, and stays so', async () => {
    await at.open();
    await at.show({ agents: [CLAUDE] });
    await at.button('Collapse to a dot').focus();
    await at.page.keyboard.press('Enter');
    const dot = at.ui.getByRole('button', { name: 'Cellwire: Claude Code: connected. Show the controls' });
    await dot.waitFor();
    expect(await dot.evaluate((found) => found.matches(':focus'))).toBe(true);
    await at.do((harness) => {
      harness.end();
      harness.start();
    });
    await dot.waitFor();
    await dot.click();
    await at.button('Pause').waitFor();
  });

  it.each([
    { width: 1280, height: 800 },
    { width: 420, height: 800 },
    { width: 640, height: 400 },
  ])('stands where no control of Colab is: $width by $height', async (viewport) => {
    const [first = ''] = await at.open({ viewport });
    await at.show({
      agents: [CLAUDE, LONG_NAMED],
      runs: [run(CLAUDE, first, 1)],
      proposals: [proposal(CURSOR, first)],
    });
    const pill = await boxOf(at.ui.locator('.pill'));
    const area = await boxOf(at.page.locator('#notebook-main'));
    expect(pill.x).toBeGreaterThanOrEqual(area.x);
    expect(pill.y).toBeGreaterThanOrEqual(area.y);
    expect(pill.x + pill.width).toBeLessThanOrEqual(area.x + area.width);
    expect(pill.y + pill.height).toBeLessThanOrEqual(area.y + area.height);
    // Nothing is cut off.
    for (const one of await at.ui.locator('.pill button').all()) {
      const { x, y, width, height } = await boxOf(one);
      expect([
        x >= pill.x,
        y >= pill.y,
        x + width <= pill.x + pill.width,
        y + height <= pill.y + pill.height,
      ]).toEqual([true, true, true, true]);
    }
  });

  it('makes room for the controls of a cell', async () => {
    const cellIds = await at.open();
    await at.show({ agents: [CLAUDE] });
    const resting = await boxOf(at.ui.locator('.pill'));
    const overlaps = (a: typeof resting, b: typeof resting): boolean =>
      a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    // The cell whose top is where the pill stands.
    for (const cellId of cellIds) {
      const cell = at.page.locator(`#cell-${cellId}`);
      const { y } = await boxOf(cell);
      if (y < resting.y - 10) continue;
      await at.page.evaluate(
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
      .poll(async () => overlaps(resting, await boxOf(at.page.locator('colab-cell-toolbar'))))
      .toBe(true);
    await expect
      .poll(async () =>
        overlaps(await boxOf(at.ui.locator('.pill')), await boxOf(at.page.locator('colab-cell-toolbar'))),
      )
      .toBe(false);
  });
});
