import browser from 'webextension-polyfill';
import { COLAB_HOSTS } from '../src/wire/colab-site.ts';
import type { Arrival } from '../src/wire/messages.ts';
import { createQueue } from './queue.ts';
import { VISIT_HEADERS } from './visit-headers.ts';

export const visitKeyOf = (tabId: number): string => `visit-${tabId}`;

/** What the browser says when nothing but the user, or a program on this computer, led to the page. */
const NO_PAGE = 'none';

/** So that a page takes the record of its own load, and never half of the next one's. */
const inOrder = createQueue();

/**
 * Who led each tab to what it shows: the browser says so in a header of the request, and nowhere else. An opener,
 * the history or a referrer can be missing on a visit that a page led to. Measured on Chromium 156 and Firefox 153.
 */
export function watchVisits(): void {
  browser.webRequest.onBeforeSendHeaders.addListener(
    async ({ tabId, requestHeaders = [] }) => {
      const site = requestHeaders.find(({ name }) => name.toLowerCase() === 'sec-fetch-site')?.value;
      await inOrder(() => browser.storage.session.set({ [visitKeyOf(tabId)]: site ?? '' }));
      // Nothing of the request is changed. Where it waits for this, the record is there before the page is.
      return {};
    },
    { urls: COLAB_HOSTS.map((host) => `https://${host}/*`), types: ['main_frame'] },
    VISIT_HEADERS,
  );
}

/**
 * Whether a page may have led the tab to what it shows: so it is, unless the browser has said otherwise of this very
 * load. A record is taken by the page that starts with it, or the tab's next page, whoever led there, would have it too.
 */
export async function takeIsPageLed(tabId: number, arrival: Arrival): Promise<boolean> {
  // Of an address that changes without a load, nothing tells who has changed it.
  if (arrival === 'same-page') return true;
  const key = visitKeyOf(tabId);
  return inOrder(async () => {
    const { [key]: site } = await browser.storage.session.get(key);
    await browser.storage.session.remove(key);
    return site !== NO_PAGE;
  });
}

export async function forgetVisit(tabId: number): Promise<void> {
  await browser.storage.session.remove(visitKeyOf(tabId));
}
