import browser from 'webextension-polyfill';
import { LOOPBACK_ADDRESSES } from '../../src/wire/socket.ts';

/** The origin that the sockets to each port get. */
const origins = new Map<number, string>();

/**
 * As the rule in Chrome: servers accept Colab's origins only, and a socket of the extension has the extension's. Only
 * what the extension itself asks for is changed, and only to ports that it has links to.
 */
browser.webRequest.onBeforeSendHeaders.addListener(
  ({ url, documentUrl, requestHeaders = [] }) => {
    const origin = origins.get(Number(new URL(url).port));
    if (origin === undefined || !documentUrl?.startsWith(browser.runtime.getURL(''))) return {};
    const others = requestHeaders.filter(({ name }) => name.toLowerCase() !== 'origin');
    return { requestHeaders: [...others, { name: 'Origin', value: origin }] };
  },
  { urls: LOOPBACK_ADDRESSES.map((address) => `ws://${address}/*`), types: ['websocket'] },
  ['blocking', 'requestHeaders'],
);

export async function setOriginHeader(port: number, origin: string): Promise<void> {
  origins.set(port, origin);
}

export async function removeOriginHeader(port: number): Promise<void> {
  origins.delete(port);
}
