import { describe, expect, it } from 'vitest';
import { boxOf, usePage } from '../support/page/harness-page.ts';
import { CLAUDE, CURSOR, change, proposal, question, run } from '../support/page/samples.ts';

describe('hostile texts', () => {
  const at = usePage();
  const EVIL = '<img src=x onerror="document.title=\'broken\'">‮gnp.exe\u2067 </script><b>';

  it('are shown as text and do not break what is around them', async () => {
    const [first = ''] = await at.open();
    const agent = { ...CLAUDE, name: EVIL };
    const long = { ...CURSOR, name: 'x'.repeat(10_000) };
    const huge = EVIL.repeat(200);
    await at.show({
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
    await at.ui.getByRole('alertdialog').waitFor();
    expect(await at.ui.locator('img, script, b').count()).toBe(0);
    expect(await at.page.title()).not.toBe('broken');
    expect(await at.ui.locator('.quote pre').textContent()).toBe(
      huge.replaceAll('\u202E', '⟨U+202E⟩').replaceAll('\u2067', '⟨U+2067⟩'),
    );
    // Nothing that turns the direction of writing is left to do so.
    for (const text of await at.ui.locator('.ui').allTextContents())
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    for (const one of await at.ui.locator('.pill button, .ask button').all()) {
      await one.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await boxOf(one);
      expect([x > 0, y > 0, x + width < 1280, y + height < 800]).toEqual([true, true, true, true]);
    }
    await at.hears();
    await at.button('Deny').click();
    expect(await at.asked()).toEqual([['answer', 'q1', 'deny']]);
    await at.picture('hostile');
  });

  it('of the one that asks for access', async () => {
    await at.open();
    await at.do(
      (harness, name) => harness.ask({ port: 1, agent: name, isSuspect: false }),
      EVIL + 'y'.repeat(10_000),
    );
    const card = at.page.locator('#cellwire-consent').getByRole('alertdialog');
    await card.waitFor();
    expect(await card.locator('img').count()).toBe(0);
    expect(await card.locator('h2 bdi').textContent()).toBe('<img src=x onerror="document.title=\'brok');
    expect((await boxOf(card)).height).toBeLessThan(500);
  });
});
