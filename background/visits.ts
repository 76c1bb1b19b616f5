import browser from 'webextension-polyfill';
import { COLAB_HOSTS } from '../src/wire/colab-site.ts';

export const visitKeyOf = (tabId: number): string => `visit-${tabId}`;

/** What the browser says when nothing but the user, or a program on this computer, led to the page. */
const NO_PAGE = 'none';

/**
 * Who led each tab to what it shows: the browser says so in a header of the request, and nowhere else. An opener,
 * the history or a referrer can be missing on a visit that a page led to. Measured on Chromium 156.
 */
export function watchVisits(): void {
  browser.webRequest.onBeforeSendHeaders.addListener(
    ({ tabId, requestHeaders = [] }) => {
      const site = requestHeaders.find(({ name }) => name.toLowerCase() === 'sec-fetch-site')?.value;
      void browser.storage.session.set({ [visitKeyOf(tabId)]: site ?? '' });
    },
    { urls: COLAB_HOSTS.map((host) => `https://${host}/*`), types: ['main_frame'] },
    // Without the second, Chrome keeps such headers to itself.
    ['requestHeaders', 'extraHeaders'],
  );
}

/** Whether a page, as far as can be told, led this tab to what it shows. */
export async function isPageLed(tabId: number): Promise<boolean> {
  const key = visitKeyOf(tabId);
  return (await browser.storage.session.get(key))[key] !== NO_PAGE;
}

export async function forgetVisit(tabId: number): Promise<void> {
  await browser.storage.session.remove(visitKeyOf(tabId));
}
