import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { boxOf, usePage } from '../support/page/harness-page.ts';
import { CLAUDE, CURSOR, proposal } from '../support/page/samples.ts';

describe('a proposal', () => {
  const at = usePage();
  const card = (): Locator => at.ui.locator('.proposal');

  it('stands at its cell and shows the difference by more than colour', async () => {
    const [, , , fourth = ''] = await at.open();
    await at.show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, fourth)] });
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
    const [cell, drawn] = [await boxOf(at.page.locator(`#cell-${fourth}`)), await boxOf(card())];
    expect(drawn.y).toBeGreaterThan(cell.y);
    expect(drawn.y).toBeLessThanOrEqual(cell.y + cell.height + 10);
    expect(await card().textContent()).toContain('Claude Code proposes a change of cell 4');
  });

  it('is accepted by click', async () => {
    const [first = ''] = await at.open();
    await at.holdClock();
    await at.show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first)] });
    await at.button('Accept').click();
    expect(await at.asked()).toEqual([]);
    await at.hears();
    await at.button('Accept').click();
    expect(await at.asked()).toEqual([['decide', `p-${first}`, { verdict: 'accept' }]]);
  });

  it('is accepted by key, when it can be seen', async () => {
    const cellIds = await at.open();
    const [first = '', last = ''] = [cellIds[0], cellIds.at(-1)];
    await at.show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, last)] });
    await at.button('1 proposal').waitFor();
    await at.hears();
    await at.page.keyboard.press('Alt+Shift+Enter');
    expect(await at.asked()).toEqual([]);
    await at.show({ proposals: [proposal(CLAUDE, first)] });
    await card().waitFor();
    await at.hears();
    await at.page.keyboard.press('Alt+Shift+Enter');
    await expect.poll(at.asked).toEqual([['decide', `p-${first}`, { verdict: 'accept' }]]);
  });

  it('is accepted in the user’s own version; Colab sees none of the keys', async () => {
    const [first = ''] = await at.open();
    await at.show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first, { after: 'a = 1' })] });
    await at.button('Edit').waitFor();
    await at.hears();
    await at.button('Edit').click();
    const field = at.ui.getByRole('textbox', { name: 'Your version of cell 4' });
    expect(await field.inputValue()).toBe('a = 1');
    await at.page.evaluate(() => {
      Reflect.set(window, 'heard', []);
      document.addEventListener('keydown', ({ key }) => Reflect.get(window, 'heard').push(key));
    });
    await at.page.keyboard.press('End');
    await at.page.keyboard.type('00');
    await at.button('Accept my version').click();
    expect(await at.asked()).toEqual([['decide', `p-${first}`, { verdict: 'accept', content: 'a = 100' }]]);
    expect(await at.page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
  });

  it.each([
    ['', { verdict: 'reject' }],
    ['No, use polars', { verdict: 'reject', comment: 'No, use polars' }],
  ])('is rejected, with a word why or without: "%s"', async (comment, decision) => {
    const [first = ''] = await at.open();
    await at.show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first)] });
    await at.button('Reject').waitFor();
    await at.hears();
    await at.button('Reject').click();
    await at.page.keyboard.type(comment);
    await at.page.keyboard.press('Enter');
    await expect.poll(at.asked).toEqual([['decide', `p-${first}`, decision]]);
  });

  it('that was rejected in words leaves one where one was: in a cell, and not at Pause', async () => {
    const [first = '', second = ''] = await at.open();
    await at.page.locator(`#cell-${second} .lazy-editor`).click();
    const editing = (): Promise<string | undefined> =>
      at.page.evaluate(() => document.activeElement?.closest('.cell')?.id);
    expect(await editing()).toBe(`cell-${second}`);
    await at.show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first)] });
    await at.button('Reject').waitFor();
    await at.hears();
    await at.button('Reject').click();
    await at.page.keyboard.type('no');
    expect(await editing()).toBeUndefined();
    await at.button('Reject').click();
    await at.show({ proposals: [] });
    await expect.poll(editing).toBe(`cell-${second}`);
  });

  it('that is stale says so, and cannot be accepted', async () => {
    const [first = ''] = await at.open();
    await at.show({ agents: [CLAUDE], proposals: [proposal(CLAUDE, first, { isStale: true })] });
    await card().getByText('The cell has changed since').waitFor();
    await at.hears();
    await at.page.keyboard.press('Alt+Shift+Enter');
    expect(await at.button('Accept').count()).toBe(0);
    expect(await at.button('Edit').count()).toBe(0);
    expect(await at.asked()).toEqual([]);
    expect(await at.button('Reject').count()).toBe(1);
  });

  it('one of several: the others are chips at their cells, or reached from the pill', async () => {
    const cellIds = await at.open();
    const [first = '', second = '', last = ''] = [cellIds[0], cellIds[1], cellIds.at(-1)];
    await at.show({
      agents: [CLAUDE, CURSOR],
      proposals: [proposal(CLAUDE, first), proposal(CURSOR, second), proposal(CURSOR, last, { place: 16 })],
    });
    await card().getByText('Claude Code').waitFor();
    await at.ui.getByRole('button', { name: 'Cursor proposes a change' }).click();
    await card().getByText('Cursor').waitFor();
    await at.button('3 proposals').click();
    await card().getByText('cell 16').waitFor();
    const area = await boxOf(at.page.locator('#notebook-main'));
    const drawn = await boxOf(card());
    expect(drawn.y).toBeGreaterThanOrEqual(area.y);
    expect(drawn.y + drawn.height).toBeLessThanOrEqual(area.y + area.height);
  });

  it('whose cell is gone is still shown', async () => {
    await at.open();
    await at.show({
      agents: [CLAUDE],
      proposals: [proposal(CLAUDE, 'no-such-cell', { isStale: true, place: null })],
    });
    await card().getByText('proposes a change of a cell').waitFor();
    await at.hears();
    await at.button('Reject').click();
    await at.page.keyboard.press('Enter');
    await expect.poll(at.asked).toEqual([['decide', 'p-no-such-cell', { verdict: 'reject' }]]);
  });
});
