import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ClosedRoot } from './closed-root.ts';

export const CONSENT_CARD = '#cellwire-consent';

type Choice = 'Allow once' | 'Always for this notebook' | 'Allow' | 'Not now';

/** The buttons are in a closed shadow root: only the mouse reaches them, at the place where a user sees them. */
export async function press(page: Page, label: Choice): Promise<void> {
  const card = page.locator(CONSENT_CARD);
  await card.waitFor();
  const question = new ClosedRoot(page, CONSENT_CARD.slice(1));
  // Clicks of the first half second are ignored on purpose; the question closes with the one that counts.
  await expect
    .poll(async () => {
      const at = await question.buttonAt(label);
      if (at) await page.mouse.click(at.x, at.y);
      return card.count();
    })
    .toBe(0);
}
