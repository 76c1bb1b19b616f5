/**
 * The first frame our bridge sends on every new socket, answered by the extension's link itself.
 * It lets both ends tell "the same conversation on a new socket" from "somebody new":
 * the bridge by `linkId` (the tab's link outlives sockets), the link by `instance` (the bridge keeps
 * its port and token over a restart, but its request ids begin anew, so old answers must be dropped).
 * Servers that are not ours never send it; frontends that are not ours do not know it.
 */
export const HELLO_METHOD = 'cellwire/hello';

export interface HelloParams {
  server: 'cellwire';
  version: string;
  /** Random, new with every bridge process. */
  instance: string;
  /** Ids of the requests whose answers the bridge still waits for: what was answered on a dead socket is due again. */
  awaiting?: string[];
}

export interface HelloResult {
  linkId: string;
  extensionVersion: string;
  /** Those of `awaiting` that never reached this tab (sent on a socket that was already dead); the bridge sends them again. */
  missing?: string[];
}

export function readHello(params: unknown): HelloParams | null {
  if (typeof params !== 'object' || params === null) return null;
  if (!('instance' in params) || typeof params.instance !== 'string') return null;
  const version = 'version' in params && typeof params.version === 'string' ? params.version : 'unknown';
  const awaiting = 'awaiting' in params && Array.isArray(params.awaiting) ? params.awaiting : [];
  return {
    server: 'cellwire',
    version,
    instance: params.instance,
    awaiting: awaiting.filter((id) => typeof id === 'string'),
  };
}
