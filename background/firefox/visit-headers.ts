import type { WebRequest } from 'webextension-polyfill';

/**
 * Firefox keeps no header to itself. Blocking, though nothing is changed: otherwise it tells of a request when it likes,
 * at times only after the page that came of it has started, and nobody would know who led there.
 */
export const VISIT_HEADERS: WebRequest.OnBeforeSendHeadersOptions[] = ['requestHeaders', 'blocking'];
