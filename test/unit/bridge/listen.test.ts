import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listenAnywhere, listenOn, PortTakenError } from '../../../bridge/endpoint/listen.ts';

interface Address {
  port: number;
  host: string;
  exclusive: boolean;
}

/** A server on a machine where some addresses cannot be had. */
class FakeServer extends EventEmitter {
  asked: Address | null = null;
  isListening = false;

  listen(asked: Address, done: () => void): void {
    this.asked = asked;
    const code = faultAt(asked);
    queueMicrotask(() => {
      this.isListening = code === null;
      if (code === null) done();
      else this.emit('error', Object.assign(new Error(`listen ${code}`), { code }));
    });
  }

  address(): { port: number } {
    return { port: this.asked?.port || FREE_PORT };
  }

  close(): void {
    this.isListening = false;
  }
}

const FREE_PORT = 50_000;
let made: FakeServer[];
/** Why the address cannot be listened on; null when it can. */
let faultAt: (address: Address) => string | null;

vi.mock('node:http', () => ({
  createServer: () => {
    const server = new FakeServer();
    made.push(server);
    return server;
  },
}));

beforeEach(() => {
  made = [];
  faultAt = () => null;
});

const asked = (): Array<Address | null> => made.map((server) => server.asked);
const listening = (): Array<string | undefined> =>
  made.filter((server) => server.isListening).map((server) => server.asked?.host);

describe('a port', () => {
  it('is listened on over IPv4 and IPv6, and shared with nobody', async () => {
    expect(await listenOn(7)).toEqual({ port: 7, servers: made });
    expect(asked()).toEqual([
      { port: 7, host: '127.0.0.1', exclusive: true },
      { port: 7, host: '::1', exclusive: true },
    ]);
    // Later errors are for whoever uses the servers.
    for (const server of made) expect(server.listenerCount('error')).toBe(0);
  });

  it('is the same for both when any will do', async () => {
    expect(await listenAnywhere()).toEqual({ port: FREE_PORT, servers: made });
    expect(asked()).toMatchObject([{ port: 0 }, { port: FREE_PORT }]);
  });

  it('is listened on over IPv4 alone on a machine without IPv6', async () => {
    faultAt = ({ host }) => (host === '::1' ? 'EADDRNOTAVAIL' : null);
    expect(await listenOn(7)).toEqual({ port: 7, servers: made.slice(0, 1) });
    expect(listening()).toEqual(['127.0.0.1']);
  });

  it.each([
    ['127.0.0.1', 'EADDRINUSE'],
    ['127.0.0.1', 'EACCES'],
    ['::1', 'EADDRINUSE'],
    ['::1', 'EACCES'],
  ])('is taken when %s says %s, and none of it is kept', async (host, code) => {
    faultAt = (address) => (address.host === host ? code : null);
    await expect(listenOn(7)).rejects.toThrow(new PortTakenError(7));
    expect(listening()).toEqual([]);
  });

  it('is not said to be taken when something else is wrong', async () => {
    faultAt = () => 'EMFILE';
    await expect(listenOn(7)).rejects.toThrow('listen EMFILE');
    await expect(listenAnywhere()).rejects.toThrow('listen EMFILE');
    expect(made).toHaveLength(2);
  });
});

describe('another port is tried when one is free on IPv4 only', () => {
  it('up to ten in all', async () => {
    let refusals = 9;
    faultAt = ({ host }) => (host === '::1' && refusals-- > 0 ? 'EADDRINUSE' : null);
    expect(await listenAnywhere()).toEqual({ port: FREE_PORT, servers: made.slice(-2) });
    expect(listening()).toEqual(['127.0.0.1', '::1']);
  });

  it('and then no more', async () => {
    faultAt = ({ host }) => (host === '::1' ? 'EADDRINUSE' : null);
    await expect(listenAnywhere()).rejects.toEqual(new PortTakenError(FREE_PORT));
    expect(made).toHaveLength(20);
  });
});

it('the error says which port, and that it is taken', () => {
  const error = new PortTakenError(7);
  expect(error).toMatchObject({
    name: 'PortTakenError',
    port: 7,
    message: 'Port 7 is taken by another process.',
  });
});
