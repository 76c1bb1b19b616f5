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
}

export interface HelloResult {
  linkId: string;
  extensionVersion: string;
}
