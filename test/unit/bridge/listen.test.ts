import { Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Listening } from '../../../bridge/endpoint/listen.ts';
import { listenAnywhere, listenOn, PortTakenError } from '../../../bridge/endpoint/listen.ts';

interface Address {
  port: number;
  host: string;
  exclusive: boolean;
}

/** What was asked of the system, and by which servers. */
let asked: Address[];
let servers: Set<Server>;
/** Why an address cannot be listened on; null when it can. */
let faultAt: (address: Address) => string | null;

const { listen } = Server.prototype;

beforeEach(() => {
  asked = [];
  servers = new Set();
  faultAt = () => null;
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args: unknown[]) {
    const [address] = args;
    if (!isAddress(address)) throw new Error('The address is not given as an object.');
    asked.push({ ...address });
    servers.add(this);
    const code = faultAt(address);
    if (code === null) return Reflect.apply(listen, this, args);
    queueMicrotask(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
    return this;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers) server.close();
});

function isAddress(value: unknown): value is Address {
  return typeof value === 'object' && value !== null && 'port' in value && 'host' in value;
}

/** The families that are listened on now, all at that port. */
const familiesAt = (port: number): string[] =>
  [...servers].flatMap((server) => {
    const address = server.listening ? server.address() : null;
    if (address === null || typeof address === 'string') return [];
    expect(address.port).toBe(port);
    return [address.family];
  });

async function freePort(): Promise<number> {
  const { port, servers: open } = await listenAnywhere();
  for (const server of open) await new Promise((resolve) => server.close(resolve));
  asked = [];
  servers.clear();
  return port;
}

const onlyIPv6 =
  (code: string) =>
  ({ host }: Address): string | null =>
    host === '::1' ? code : null;

describe('a port', () => {
  it('is listened on over IPv4 and IPv6, and shared with nobody', async () => {
    const port = await freePort();
    const listening: Listening = await listenOn(port);
    expect(listening.port).toBe(port);
    expect(familiesAt(port)).toEqual(['IPv4', 'IPv6']);
    expect(asked).toEqual([
      { port, host: '127.0.0.1', exclusive: true },
      { port, host: '::1', exclusive: true },
    ]);
    // Later errors are for whoever uses the servers.
    expect(listening.servers.map((server) => server.listenerCount('error'))).toEqual([0, 0]);
  });

  it('is the same for both when any will do', async () => {
    const { port } = await listenAnywhere();
    expect(familiesAt(port)).toEqual(['IPv4', 'IPv6']);
    expect(asked).toMatchObject([{ port: 0 }, { port }]);
  });

  it('is listened on over IPv4 alone on a machine without IPv6', async () => {
    faultAt = onlyIPv6('EADDRNOTAVAIL');
    const { port, servers: open } = await listenAnywhere();
    expect(open).toHaveLength(1);
    expect(familiesAt(port)).toEqual(['IPv4']);
  });

  it.each([
    ['127.0.0.1', 'EADDRINUSE'],
    ['127.0.0.1', 'EACCES'],
    ['::1', 'EADDRINUSE'],
    ['::1', 'EACCES'],
  ])('is taken when %s says %s, and none of it is kept', async (host, code) => {
    const port = await freePort();
    faultAt = (address) => (address.host === host ? code : null);
    await expect(listenOn(port)).rejects.toEqual(new PortTakenError(port, { isReserved: code === 'EACCES' }));
    expect(familiesAt(port)).toEqual([]);
  });

  it('is not said to be taken when something else is wrong', async () => {
    faultAt = () => 'EMFILE';
    await expect(listenOn(7)).rejects.toThrow('listen EMFILE');
    await expect(listenAnywhere()).rejects.toThrow('listen EMFILE');
    expect(asked).toHaveLength(2);
  });
});

describe('another port is tried when one is free on IPv4 only', () => {
  it('up to ten in all', async () => {
    let refusals = 9;
    faultAt = ({ host }) => (host === '::1' && refusals-- > 0 ? 'EADDRINUSE' : null);
    const { port } = await listenAnywhere();
    expect(familiesAt(port)).toEqual(['IPv4', 'IPv6']);
    expect(asked).toHaveLength(20);
  });

  it('and then no more', async () => {
    faultAt = onlyIPv6('EADDRINUSE');
    await expect(listenAnywhere()).rejects.toBeInstanceOf(PortTakenError);
    expect(asked).toHaveLength(20);
  });
});

it('the error says which port, that it is taken, and what to do', () => {
  expect(new PortTakenError(7)).toMatchObject({
    name: 'PortTakenError',
    port: 7,
    message: 'Port 7 is taken by another process. Choose another with --port, or leave --port out.',
  });
});
