import type { WebSocket } from 'ws';
import type { Credentials } from '../../src/wire/credentials.ts';
import type { Log } from '../log.ts';
import { openPort } from './open-port.ts';
import { TabEndpoint } from './tab-endpoint.ts';

interface Wanted {
  port?: number;
  /** Where port and token are kept. */
  tokenFile: string;
}

export interface OpenEndpoint {
  endpoint: TabEndpoint;
  credentials: Credentials;
  /** Whether tabs of the last run know port and token, so that they come by themselves. */
  remembered: boolean;
}

/** Lets tabs in from now on. Rejects when the port asked for is taken. */
export async function openEndpoint(
  wanted: Wanted,
  log: Log,
  onsocket: (socket: WebSocket) => void,
): Promise<OpenEndpoint> {
  const { port, servers, token, remembered } = await openPort(wanted.tokenFile, wanted.port, log);
  log.hide(token);
  const endpoint = new TabEndpoint(servers, { port, token, log, onsocket });
  log.info(`Listening for notebook tabs on port ${port}.`);
  return { endpoint, credentials: { port, token }, remembered };
}
