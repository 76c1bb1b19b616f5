import type { WebRequest } from 'webextension-polyfill';

/** Without the second, Chrome keeps such headers to itself. */
export const VISIT_HEADERS: WebRequest.OnBeforeSendHeadersOptions[] = ['requestHeaders', 'extraHeaders'];
