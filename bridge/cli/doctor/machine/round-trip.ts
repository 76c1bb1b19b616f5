import { createServer, get } from 'node:http';
import type { RoundTrip } from './machine.ts';

/** On one machine it takes a millisecond; what drops packets never answers. */
const WITHIN_MS = 5_000;
const WORD = 'cellwire';

/** The machine has no such addresses, which is no fault: the extension tries the other. */
const ABSENT: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Asks a server of our own over this address. */
export function roundTrip(address: string): Promise<RoundTrip> {
  return new Promise((resolve) => {
    const server = createServer((_request, response) => response.end(WORD));
    const end = (trip: RoundTrip): void => {
      clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      resolve(trip);
    };
    const blocked = (reason: string): void => end({ kind: 'blocked', reason });
    const timer = setTimeout(() => blocked('no answer'), WITHIN_MS);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (ABSENT.has(error.code ?? '')) end({ kind: 'absent' });
      else blocked(error.code ?? error.message);
    });
    server.listen(0, address, () => {
      const at = server.address();
      if (at === null || typeof at === 'string') return blocked('no port');
      get({ host: address, port: at.port, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => (text === WORD ? end({ kind: 'ok' }) : blocked('another program answers')));
      }).on('error', (error: NodeJS.ErrnoException) => blocked(error.code ?? error.message));
    });
  });
}
