import type { IncomingHttpHeaders } from 'node:http';

/** Without the hosts of output frames: what the user's Python displays must not reach the kernel. */
const HOST_NAMES = ['localhost', '127.0.0.1', 'colab.research.google.com', 'colab.google.com'];

/**
 * Whether a request for a socket comes from a page of this server. A socket here runs code on the user's
 * machine, and browsers let any site ask for one: the origin must be the host that was called, under one of
 * our own names, so that no foreign name that leads to loopback gets in.
 */
export function isOwnPage({ origin, host }: IncomingHttpHeaders): boolean {
  if (!host || origin !== `https://${host}`) return false;
  return HOST_NAMES.includes(host.replace(/:\d+$/, ''));
}
