import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

export interface TcpProxy {
  /** The address with the proxy's port instead of its own. */
  through: (url: string) => string;
  /** Ends every connection, at once and without a word. */
  cut: () => number;
  close: () => Promise<void>;
}

/** Stands between a client and a server on this computer, so that their connections can be cut. */
export async function startTcpProxy(toPort: number): Promise<TcpProxy> {
  const pairs = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1');
    for (const socket of [near, far]) {
      pairs.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): number => {
    const count = pairs.size;
    for (const socket of pairs) socket.resetAndDestroy();
    return count;
  };
  return {
    through: (url) => {
      const address = server.address();
      const moved = new URL(url);
      moved.port = String(isAddress(address) ? address.port : 0);
      return moved.href;
    },
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
