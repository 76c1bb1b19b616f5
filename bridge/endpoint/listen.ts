import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Ports that are free on IPv4 and taken on IPv6 are rare; a handful of tries finds another. */
const TRIES = 10;

/** Nobody can listen there now. */
export class PortTakenError extends Error {
  readonly port: number;
  /** By the system itself: Windows sets ranges of ports aside, and other ones after each start. */
  readonly isReserved: boolean;

  constructor(port: number, { isReserved = false } = {}) {
    const why = isReserved
      ? `Port ${port} is kept by the system for itself (Windows lists such ports with "netsh interface ipv4 show excludedportrange tcp").`
      : `Port ${port} is taken by another process.`;
    super(`${why} Choose another with --port, or leave --port out.`);
    this.name = 'PortTakenError';
    this.port = port;
    this.isReserved = isReserved;
  }
}

export interface Listening {
  port: number;
  servers: Server[];
}

/** A browser may take "localhost" for either. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/** Listens on this port, at all of these addresses that there are; the first must be one. */
export async function listenOn(port: number, hosts: readonly string[] = LOOPBACK): Promise<Listening> {
  const [first = '127.0.0.1', second] = hosts;
  const server = await listen(port, first);
  const actual = portOf(server);
  if (second === undefined) return { port: actual, servers: [server] };
  try {
    return { port: actual, servers: [server, await listen(actual, second)] };
  } catch (error) {
    if (!(error instanceof PortTakenError)) return { port: actual, servers: [server] };
    server.close();
    throw error;
  }
}

export async function listenAnywhere(hosts: readonly string[] = LOOPBACK): Promise<Listening> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOn(0, hosts);
    } catch (error) {
      if (!(error instanceof PortTakenError) || attempt === TRIES) throw error;
    }
  }
}

function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    const fail = (error: NodeJS.ErrnoException): void => {
      const isReserved = error.code === 'EACCES';
      const isTaken = isReserved || error.code === 'EADDRINUSE';
      reject(isTaken ? new PortTakenError(port, { isReserved }) : error);
    };
    server.once('error', fail);
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', fail);
      resolve(server);
    });
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
