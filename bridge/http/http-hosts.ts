import { hostname, networkInterfaces } from 'node:os';
import { LOOPBACK_HOSTS } from '../../src/wire/socket.ts';

/** Whether only programs of this computer can reach this address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}

/** What requests may name as their host, where the bridge listens at this address. */
export function hostNamesFor(host: string | null): ReadonlySet<string> {
  if (host === null) return new Set(LOOPBACK_HOSTS);
  const isAny = host === '0.0.0.0' || host === '::';
  const addresses = isAny ? Object.values(networkInterfaces()).flatMap((all) => all ?? []) : [];
  return new Set([
    ...LOOPBACK_HOSTS,
    asUrlHost(host),
    ...(isAny ? [hostname().toLowerCase(), ...addresses.map(({ address }) => asUrlHost(address))] : []),
  ]);
}

/** As it stands in an address. */
export const asUrlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host.toLowerCase());
