import type { Log } from '../log.ts';
import { Keys } from './keys.ts';
import { moveKept } from './move-kept.ts';
import { openPort } from './open-port.ts';
import type { EndpointOptions } from './tab-endpoint.ts';
import { TabEndpoint } from './tab-endpoint.ts';

interface Wanted {
  port?: number;
  /** Where port and keys are kept. */
  tokenFile?: string;
  /** Where an earlier version kept them. */
  formerTokenFile?: string;
}

export interface OpenEndpoint {
  endpoint: TabEndpoint;
  port: number;
  keys: Keys;
  /** Whether tabs of the last run know port and keys, so that they come by themselves. */
  remembered: boolean;
}

/** Lets tabs in from now on. Rejects when the port asked for is taken. */
export async function openEndpoint(
  wanted: Wanted,
  log: Log,
  inside: Pick<EndpointOptions, 'onsocket' | 'status'>,
): Promise<OpenEndpoint> {
  const { tokenFile, formerTokenFile } = wanted;
  if (tokenFile && formerTokenFile) await moveKept(formerTokenFile, tokenFile, log);
  const { port, servers, kept, remembered, save } = await openPort(tokenFile, wanted.port, log);
  for (const { secret } of kept.keys) log.hide(secret);
  const keys = new Keys(kept.serverId, kept.keys, async (known) => {
    for (const { secret } of known) log.hide(secret);
    await save(known);
  });
  const endpoint = new TabEndpoint(servers, { port, keys, log, ...inside });
  log.info(`Listening for notebook tabs on port ${port}.`);
  return { endpoint, port, keys, remembered };
}
