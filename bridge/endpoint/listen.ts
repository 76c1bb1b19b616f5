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

/** Listens on this port, 127.0.0.1 and [::1] alike: a browser may take "localhost" for either. */
export async function listenOn(port: number): Promise<Listening> {
  const v4 = await listen(port, '127.0.0.1');
  const actual = portOf(v4);
  try {
    return { port: actual, servers: [v4, await listen(actual, '::1')] };
  } catch (error) {
    if (!(error instanceof PortTakenError)) return { port: actual, servers: [v4] };
    v4.close();
    throw error;
  }
}

export async function listenAnywhere(): Promise<Listening> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOn(0);
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
