import { describe, expect, it } from 'vitest';
import { boxOf, usePage } from '../support/page/harness-page.ts';
import { CLAUDE, change, run } from '../support/page/samples.ts';

describe('a cell', () => {
  const at = usePage();
  it('that an agent changed is marked for a moment, with its name; what was there before is not', async () => {
    const [first = '', second = ''] = await at.open();
    await at.show({ agents: [CLAUDE], changes: [] });
    await at.ui.locator('.pill').waitFor();
    await at.show({ changes: [change(CLAUDE, second, 2)] });
    const mark = at.ui.locator('.mark');
    await mark.waitFor();
    expect(await mark.textContent()).toBe('Claude Code');
    const [cell, drawn] = [await boxOf(at.page.locator(`#cell-${second}`)), await boxOf(mark)];
    expect(Math.abs(drawn.y - cell.y) + Math.abs(drawn.height - cell.height)).toBeLessThan(3);
    await expect.poll(() => mark.count(), { timeout: 4_000 }).toBe(0);
    await at.show({ changes: [change(CLAUDE, first, 1), change(CLAUDE, second, 2)] });
    await at.page.waitForTimeout(200);
    expect(await mark.count()).toBe(0);
    expect(await at.page.locator('#notebook-main .mark').count()).toBe(0);
  });

  it('that runs is marked until it ends; the mark goes with it when the page scrolls, and never over the header', async () => {
    const [, second = ''] = await at.open();
    await at.show({ agents: [CLAUDE], runs: [run(CLAUDE, second, 2)] });
    const mark = at.ui.locator('.mark.running');
    await mark.waitFor();
    await at.page.mouse.move(600, 400);
    await at.page.mouse.wheel(0, 130);
    const distance = async (): Promise<number> =>
      (await boxOf(mark)).y - (await boxOf(at.page.locator(`#cell-${second}`))).y;
    await expect.poll(async () => Math.abs(await distance())).toBeLessThan(2);
    const area = await boxOf(at.page.locator('#notebook-main'));
    expect((await boxOf(mark)).y).toBeLessThan(area.y);
    const stage = await boxOf(at.ui.locator('.stage'));
    expect(Math.abs(stage.y - area.y) + Math.abs(stage.height - area.height)).toBeLessThan(1);
    expect(await at.ui.locator('.stage').evaluate((found) => getComputedStyle(found).overflow)).toBe('clip');
    await at.page.mouse.wheel(0, 2_000);
    await expect.poll(() => mark.isVisible()).toBe(false);
    await at.show({ runs: [] });
    await expect.poll(() => mark.count()).toBe(0);
  });

  it('is scrolled to when the user follows, and only then', async () => {
    const cellIds = await at.open({ reducedMotion: 'reduce' });
    const last = cellIds.at(-1) ?? '';
    const scrolled = (): Promise<number> =>
      at.page.evaluate(() => document.querySelector('#notebook-main')?.scrollTop ?? 0);
    await at.show({ agents: [CLAUDE] });
    await at.ui.locator('.pill').waitFor();
    await at.show({ changes: [change(CLAUDE, last, 1)] });
    await at.page.waitForTimeout(200);
    expect(await scrolled()).toBe(0);
    await at.show({ follows: true });
    await at.page.waitForTimeout(200);
    expect(await scrolled()).toBe(0);
    await at.show({ changes: [change(CLAUDE, last, 2)] });
    await expect.poll(scrolled).toBeGreaterThan(100);
  });

  it.each(['reduce', 'no-preference'] as const)(
    'moves only for those who like it: %s',
    async (reducedMotion) => {
      const [first = '', second = ''] = await at.open({ reducedMotion });
      await at.show({ agents: [CLAUDE] });
      await at.ui.locator('.pill').waitFor();
      await at.show({ runs: [run(CLAUDE, second, 2)], changes: [change(CLAUDE, first, 1)] });
      await at.ui.locator('.mark').first().waitFor();
      const moving = await at.ui.evaluate((host) => host.shadowRoot?.getAnimations().length);
      expect(moving).toBe(reducedMotion === 'reduce' ? 0 : 2);
    },
  );

  it('under an open menu is not drawn over it', async () => {
    const [first = ''] = await at.open();
    await at.show({ agents: [CLAUDE], runs: [run(CLAUDE, first, 1)] });
    await at.ui.locator('.mark').waitFor();
    await at.page.locator('#edit-menu-button').click();
    await expect.poll(() => at.ui.locator('.mark').isVisible()).toBe(false);
    await at.page.mouse.click(800, 30);
    await at.ui.locator('.mark').waitFor();
  });
});
