import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOST, usePage } from '../support/page/harness-page.ts';
import { CLAUDE, question } from '../support/page/samples.ts';

describe('a question', () => {
  const at = usePage();
  const card = (): Locator => at.ui.getByRole('alertdialog');

  it('shows what is wanted and the cells, one question at a time', async () => {
    await at.open();
    const cells = [
      { cellId: 'a', place: 3, kind: 'code' as const, text: 'x = 1', isCut: true },
      { cellId: 'b', place: null, kind: 'markdown' as const, text: '', isCut: false },
    ];
    await at.show({
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
    expect(await at.ui.locator('.pill').textContent()).toContain('waiting for your answer');
  });

  it.each([
    ['Allow once', 'once'],
    ['Allow for this session', 'session'],
    ['Deny', 'deny'],
  ])('%s', async (label, answer) => {
    await at.open();
    await at.show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
    await at.button(label).waitFor();
    await at.hears();
    await at.button(label).dblclick();
    expect(await at.asked()).toEqual([['answer', 'q1', answer]]);
  });

  it('is deaf at first, and so is the next one: a double click answers one', async () => {
    await at.open();
    await at.holdClock();
    await at.show({ agents: [CLAUDE], questions: [question(CLAUDE), question(CLAUDE, { id: 'q2' })] });
    await at.button('Allow once').click();
    expect(await at.asked()).toEqual([]);
    await at.hears();
    await at.holdClock();
    await at.button('Allow once').click();
    await at.show({ questions: [question(CLAUDE, { id: 'q2' })] });
    await expect.poll(() => card().textContent()).not.toContain('1 of 2');
    await at.button('Allow once').click();
    expect(await at.asked()).toEqual([['answer', 'q1', 'once']]);
  });

  it('comes back, deaf again, when the page takes it away', async () => {
    await at.open();
    await at.show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
    await card().waitFor();
    await at.hears();
    await at.holdClock();
    await at.page.evaluate((selector) => document.querySelector(selector)?.remove(), HOST);
    await at.button('Allow once').click();
    expect(await at.asked()).toEqual([]);
    await at.hears();
    await at.button('Allow once').click();
    expect(await at.asked()).toEqual([['answer', 'q1', 'once']]);
  });

  it('does not take the focus, but is answered by keys alone; then one is where one was', async () => {
    const [first = ''] = await at.open();
    await at.page.locator(`#cell-${first} .lazy-editor`).click();
    const focused = (): Promise<string> => at.page.evaluate(() => document.activeElement?.className ?? '');
    const before = await focused();
    await at.show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
    await card().waitFor();
    await at.hears();
    expect(await focused()).toBe(before);
    await at.page.keyboard.press('Alt+Shift+A');
    await at.page.keyboard.press('Escape');
    await at.page.keyboard.press('Tab');
    await at.page.keyboard.press('Tab');
    expect(await at.button('Allow once').evaluate((found) => found.matches(':focus-visible'))).toBe(true);
    await at.page.keyboard.press('Enter');
    await expect.poll(at.asked).toEqual([['answer', 'q1', 'once']]);
    await at.show({ questions: [] });
    await expect.poll(focused).toBe(before);
  });

  it('that could not be answered can be answered again', async () => {
    await at.open();
    await at.show({ agents: [CLAUDE], questions: [question(CLAUDE)] });
    await at.button('Deny').waitFor();
    await at.hears();
    await at.do((harness) => {
      harness.failure = 'The line is dead.';
    });
    await at.button('Deny').click();
    await card().getByText('Your answer did not arrive: The line is dead.').waitFor();
    await at.button('Deny').click();
    expect(await at.asked()).toHaveLength(2);
  });
});

describe('the question for consent', () => {
  const at = usePage();
  const card = (): Locator => at.page.locator('#cellwire-consent').getByRole('alertdialog');
  const answer = (): Promise<string | null> => at.do((harness) => harness.answer);
  const ask = (): Promise<void> =>
    at.do((harness) => harness.ask({ port: 51234, agent: 'Claude Code', isSuspect: false }));

  it('is answered by keys alone; Escape is no answer; the first button is the one that allows once', async () => {
    await at.open();
    await ask();
    await card().waitFor();
    await at.hears();
    await at.page.keyboard.press('Escape');
    await at.page.keyboard.press('Enter');
    expect(await answer()).toBeNull();
    await at.page.keyboard.press('Tab');
    expect(await card().locator(':focus-visible').textContent()).toBe('Allow once');
    await at.page.keyboard.press('Tab');
    await at.page.keyboard.press('Space');
    await expect.poll(answer).toBe('always');
  });

  it('leaves the caret with somebody who types; a key brings one there', async () => {
    const [first = ''] = await at.open();
    await at.page.locator(`#cell-${first} .lazy-editor`).click();
    await ask();
    await card().waitFor();
    await at.hears();
    await at.page.keyboard.type('typed on');
    expect(await at.page.locator(`#cell-${first}`).textContent()).toContain('typed on');
    await at.page.keyboard.press('Alt+Shift+A');
    await at.page.keyboard.press('Tab');
    await at.page.keyboard.press('Enter');
    await expect.poll(answer).toBe('once');
  });
});
