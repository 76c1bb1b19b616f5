import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOfAnotherUser } from '../../../bridge/endpoint/peer-owner.ts';

vi.mock('node:fs', async (original) => ({ ...(await original<object>()), readFileSync: vi.fn() }));

const OWN = 1_000;
const OTHER = 1_001;

type Row = [local: string, remote: string, state: string, uid: number];

/** As Linux writes them, on a machine with the lower byte first. */
function table(...rows: Row[]): void {
  const text = rows.map(
    ([local, remote, state, uid], at) =>
      `   ${at}: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 4711 1 0`,
  );
  vi.mocked(readFileSync).mockImplementation((path) =>
    String(path).endsWith('tcp') ? `  sl  local_address ...\n${text.join('\n')}\n` : '',
  );
}

const BRIDGE = '0100007F:1F90';
const TAB = '0100007F:A410';
const OURS: Row = [BRIDGE, TAB, '01', OWN];
const ends = {
  ...{ remoteAddress: '127.0.0.1', remotePort: 0xa410 },
  ...{ localAddress: '127.0.0.1', localPort: 0x1f90 },
};

describe.runIf(endianness() === 'LE')('the owner of the other end', () => {
  beforeEach(() => {
    vi.spyOn(process, 'getuid').mockReturnValue(OWN);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    [OWN, false],
    [0, false],
    [OTHER, true],
  ])('is of another user: %i, %s', (uid, expected) => {
    table(OURS, [TAB, BRIDGE, '01', uid]);
    expect(isOfAnotherUser(ends)).toBe(expected);
  });

  it('is not read off another connection from the same port, nor off one that was closed', () => {
    const elsewhere: Row = [TAB, '0200007F:1F90', '06', 0];
    const ofUser: Row = [TAB, '0300007F:1F90', '01', OWN];
    table(elsewhere, ofUser, OURS, [TAB, BRIDGE, '01', OTHER]);
    expect(isOfAnotherUser(ends)).toBe(true);
    table(elsewhere, ofUser, OURS, [TAB, BRIDGE, '05', 0]);
    expect(isOfAnotherUser(ends)).toBe(true);
  });

  it.each([
    ['::1', '00000000000000000000000001000000'],
    ['fd00::2', '000000FD000000000000000002000000'],
    ['2001:db8:1:2:3:4:5:6', 'B80D0120020001000400030006000500'],
    ['fe80::1%lo', '000080FE000000000000000001000000'],
    ['::ffff:127.0.0.1', '0000000000000000FFFF00000100007F'],
    ['::ffff:7f00:1', '0100007F'],
  ])('is found by the address %s', (remoteAddress, name) => {
    const bridge = '00000000000000000000000001000000:1F90';
    table([bridge, `${name}:A410`, '01', OWN], [`${name}:A410`, bridge, '01', OTHER]);
    expect(isOfAnotherUser({ ...ends, localAddress: '::1', remoteAddress })).toBe(true);
    table([bridge, `${name}:A410`, '01', OWN], [`${name}:A410`, bridge, '01', OWN]);
    expect(isOfAnotherUser({ ...ends, localAddress: '::1', remoteAddress })).toBe(false);
  });

  it('who is on this machine and not in the table, though we are, is another', () => {
    table(OURS);
    expect(isOfAnotherUser(ends)).toBe(true);
  });

  it('who is on another machine is nobody of this one', () => {
    const remote = '0100000A:A410';
    table(['0200000A:1F90', remote, '01', OWN]);
    expect(isOfAnotherUser({ ...ends, remoteAddress: '10.0.0.1', localAddress: '10.0.0.2' })).toBe(false);
  });

  it('is not known where the system tells nothing', () => {
    table();
    expect(isOfAnotherUser(ends)).toBe(false);
    vi.mocked(readFileSync).mockImplementation(() => {
      throw new Error('ENOENT');
    });
    expect(isOfAnotherUser(ends)).toBe(false);
  });
});
