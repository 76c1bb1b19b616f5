import type { Page } from 'playwright';
import { expect } from 'vitest';

export const CONSENT_CARD = '#cellwire-consent';

const CHOICES = ['Not now', 'Allow once', 'Always allow here'] as const;

/** The buttons are in a closed shadow root: only the mouse reaches them, at the place where a user sees them. */
export async function press(page: Page, button: (typeof CHOICES)[number]): Promise<void> {
  const card = page.locator(CONSENT_CARD);
  await card.waitFor();
  const box = await card.boundingBox();
  if (!box) throw new Error('The question is not shown.');
  const x = box.x + (box.width / 6) * (2 * CHOICES.indexOf(button) + 1);
  const y = box.y + box.height - 40;
  // Clicks of the first half second are ignored on purpose; the question closes with the one that counts.
  await expect
    .poll(async () => {
      if ((await card.count()) > 0) await page.mouse.click(x, y);
      return card.count();
    })
    .toBe(0);
}
