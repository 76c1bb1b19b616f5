import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { isIPv4 } from 'node:net';
import { endianness, networkInterfaces } from 'node:os';

/** Linux tells the owner of either end of a loopback connection, to everybody. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const ROOT = 0;
const ESTABLISHED = '01';
const MAPPED = [...new Array<number>(10).fill(0), 255, 255];

type Ends = Partial<Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>>;

/**
 * Whether the other end of a connection belongs to another user of this machine. False where the system does not tell.
 * Root may: it can do anything here as it is, and some ways from a browser to us lead over a program of root's.
 */
export function isOfAnotherUser({ remoteAddress, remotePort, localAddress, localPort }: Ends): boolean {
  const own = process.getuid?.();
  if (own === undefined || !remoteAddress || !remotePort || !localAddress || !localPort) return false;
  const [theirs, ours] = [endsAs(remoteAddress, remotePort), endsAs(localAddress, localPort)];
  // Both ends and the state: what somebody has closed is root's, and what he connected to elsewhere from the same port
  // says nothing of this connection.
  const row = new RegExp(`: (?:${theirs}) (?:${ours}) ${ESTABLISHED} (?:\\S+ +){3}(\\d+) `);
  let rows = '';
  // Twice: rows that come and go while it is read may hide another one.
  for (let reading = 0; reading < 2; reading += 1) {
    rows = TABLES.map(textOf).join('');
    const owner = row.exec(rows)?.[1];
    if (owner !== undefined) return Number(owner) !== own && Number(owner) !== ROOT;
  }
  // Where the table has our end, it has the other one as well, if that is on this machine and still there.
  const isTold = new RegExp(`: (?:${ours}) (?:${theirs}) `).test(rows);
  return isTold && isOfThisMachine(remoteAddress);
}

function textOf(table: string): string {
  try {
    return readFileSync(table, 'latin1');
  } catch {
    return '';
  }
}

function isOfThisMachine(address: string): boolean {
  const bytes = bytesOf(address);
  if (bytes.length === 4 && bytes[0] === 127) return true;
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map((one) => one.address));
  return ['::1', ...own].some((known) => String(bytesOf(known)) === String(bytes));
}

/** As the tables write it, in either of them. */
function endsAs(address: string, port: number): string {
  const bytes = bytesOf(address);
  const names = bytes.length === 4 ? [bytes, [...MAPPED, ...bytes]] : [bytes];
  return names.map((name) => `${words(name)}:${hex(port, 4)}`).join('|');
}

/** Four bytes at a time, as the processor has them. */
function words(bytes: readonly number[]): string {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const word = bytes.slice(at, at + 4).map((byte) => hex(byte, 2));
    found.push((endianness() === 'LE' ? word.reverse() : word).join(''));
  }
  return found.join('');
}

/** Four of them, also where IPv6 writes an address of IPv4, or sixteen. */
function bytesOf(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  const [before = '', behind = ''] = address.replace(/%.*$/, '').split('::');
  const [head, tail] = [bytesIn(before), bytesIn(behind)];
  const all = [...head, ...new Array<number>(Math.max(0, 16 - head.length - tail.length)).fill(0), ...tail];
  return String(all.slice(0, 12)) === String(MAPPED) ? all.slice(12) : all;
}

function bytesIn(groups: string): number[] {
  return groups
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      const word = Number.parseInt(group, 16);
      return group.includes('.') ? group.split('.').map(Number) : [word >> 8, word & 255];
    });
}

const hex = (number: number, digits: number): string =>
  number.toString(16).toUpperCase().padStart(digits, '0');
