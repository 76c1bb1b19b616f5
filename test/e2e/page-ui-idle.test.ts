import { describe, expect, it } from 'vitest';
import { usePage } from '../support/page/harness-page.ts';
import { CLAUDE, change, run } from '../support/page/samples.ts';

const NOTHING = { runs: [], changes: [], questions: [], proposals: [], now: [] };

describe('without an agent', () => {
  const at = usePage();
  it('there is nothing: no element, timer, frame, listener or observer', async () => {
    await at.open();
    const work = await at.page.evaluateHandle(countWork);
    expect(await work.evaluate((counts) => ({ ...counts }))).toEqual({});
    await at.do((harness) => {
      for (let times = 0; times < 50; times += 1) harness.tell();
    });
    await at.page.waitForTimeout(300);
    // One look at what changed, and nothing after it.
    expect(await work.evaluate((counts) => ({ ...counts }))).toEqual({ requestAnimationFrame: 1 });
    expect(await at.ui.count()).toBe(0);
  });

  it('all that an agent brought is gone with it', async () => {
    const [first = ''] = await at.open();
    const work = await at.page.evaluateHandle(countWork);
    await at.show({ agents: [CLAUDE], changes: [change(CLAUDE, first, 1)], runs: [run(CLAUDE, first, 1)] });
    await at.ui.getByText('running cell 1').waitFor();
    await at.show({ ...NOTHING, agents: [] });
    await expect.poll(() => at.ui.count()).toBe(0);
    await work.evaluate((counts) => {
      for (const name of Object.keys(counts)) delete counts[name];
    });
    await at.page.mouse.move(600, 400);
    await at.page.mouse.wheel(0, 300);
    await at.page.keyboard.press('Alt+Shift+P');
    await at.page.waitForTimeout(2_500);
    expect(await work.evaluate((counts) => ({ ...counts }))).toEqual({});
    expect(await at.asked()).toEqual([]);
  });

  it('an agent that does nothing costs nothing: no timer, no frame', async () => {
    await at.open();
    await at.show({ agents: [CLAUDE] });
    await expect.poll(() => at.ui.getByRole('status').textContent()).toBe('Claude Code: connected');
    const work = await at.page.evaluateHandle(countWork);
    await at.do((harness) => {
      harness.views = 0;
      for (let times = 0; times < 50; times += 1) harness.tell();
    });
    await at.page.waitForTimeout(1_500);
    expect(await work.evaluate((counts) => ({ ...counts }))).toEqual({ requestAnimationFrame: 1 });
    expect(await at.do((harness) => harness.views)).toBe(1);
  });
});

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
