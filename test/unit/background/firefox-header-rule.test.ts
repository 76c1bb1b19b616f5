import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

interface Request {
  url: string;
  documentUrl?: string;
  requestHeaders: Array<{ name: string; value: string }>;
}
type Rule = typeof import('../../../background/firefox/header-rule.ts');

const COLAB = 'https://colab.research.google.com';

describe('the origin of sockets in Firefox', () => {
  let rule: Rule;
  let ask: (request: Request) => unknown;
  let filter: unknown;
  const own = fakeBrowser.runtime.getURL('/background/link/link.html');
  const request = (port: number, documentUrl: string): Request => ({
    url: `ws://127.0.0.1:${port}/?access_token=x`,
    documentUrl,
    requestHeaders: [
      { name: 'Host', value: 'x' },
      { name: 'origin', value: 'moz-extension://x' },
    ],
  });

  beforeEach(async () => {
    const addListener = (listener: typeof ask, listens: unknown): void => {
      ask = listener;
      filter = listens;
    };
    Object.assign(fakeBrowser, { webRequest: { onBeforeSendHeaders: { addListener } } });
    vi.resetModules();
    rule = await import('../../../background/firefox/header-rule.ts');
    await rule.setOriginHeader(8765, COLAB);
  });

  it('becomes that of the tab, once', () => {
    expect(ask(request(8765, own))).toEqual({
      requestHeaders: [
        { name: 'Host', value: 'x' },
        { name: 'Origin', value: COLAB },
      ],
    });
  });

  it('stays for other ports, for ports that were given up, and for whatever a page opens', async () => {
    expect(ask(request(8766, own))).toEqual({});
    expect(ask(request(8765, 'https://evil.example/'))).toEqual({});
    const { documentUrl: _, ...nobody } = request(8765, own);
    expect(ask(nobody)).toEqual({});
    await rule.removeOriginHeader(8765);
    expect(ask(request(8765, own))).toEqual({});
  });

  it('is looked at for sockets to this computer alone', () => {
    expect(filter).toEqual({ urls: ['ws://127.0.0.1/*', 'ws://[::1]/*'], types: ['websocket'] });
  });
});
