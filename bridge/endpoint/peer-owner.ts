import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** Linux tells the owner of either end of a loopback connection, to everybody. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const ROOT = 0;

type Ends = Partial<Pick<Socket, 'remoteAddress' | 'remotePort' | 'localPort'>>;

/**
 * Whether the other end of a connection belongs to another user of this machine. False where the system does not tell.
 * Root may: it can do anything here as it is, and some ways from a browser to us lead over a program of root's.
 */
export function isOfAnotherUser({ remoteAddress, remotePort, localPort }: Ends): boolean {
  const own = process.getuid?.();
  if (own === undefined || remoteAddress === undefined || !remotePort || !localPort) return false;
  const names = namesOf(remoteAddress).join('|');
  // A line: the end itself, the other end, four columns of no interest, and who has it.
  const line = new RegExp(
    `: (?:${names}):${hex(remotePort)} [\\dA-F]+:${hex(localPort)} (?:\\S+ +){4}(\\d+) `,
  );
  const owner = TABLES.map((table) => line.exec(textOf(table))?.[1]).find((found) => found !== undefined);
  return owner !== undefined && Number(owner) !== own && Number(owner) !== ROOT;
}

function textOf(table: string): string {
  try {
    return readFileSync(table, 'latin1');
  } catch {
    return '';
  }
}

/** As the tables write an address: words of four bytes, the last byte of each first. */
function namesOf(address: string): string[] {
  const v4 = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1);
  if (v4) {
    const word = v4.reverse().map((byte) => Number(byte).toString(16).padStart(2, '0'));
    const name = word.join('').toUpperCase();
    return [name, `0000000000000000FFFF0000${name}`];
  }
  return address === '::1' ? [`${'0'.repeat(24)}01000000`] : [];
}

const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
