import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Link } from '../../../../background/link/link.ts';
import type { HelloParams } from '../../../../src/wire/hello.ts';
import { HELLO_METHOD, PROTOCOL } from '../../../../src/wire/hello.ts';
import type { Key } from '../../../../src/wire/keys.ts';
import { bridgeProof, newChallenge, newKey, tabProof, tokenOf } from '../../../../src/wire/keys.ts';
import type { Paired } from '../../../../src/wire/messages.ts';
import type { FakeSocket } from './fake-socket.ts';
import { dialled, latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import { FakeSession, orderOf, requestOf } from './link-rig.ts';

const PORT = 4242;
const SERVER = 'the bridge';
/** Before the clock is the test's. */
const realTimeout = setTimeout;

let key: Key;
let link: Link;
let session: FakeSession;
/** What the rest of the extension was told by the link. */
let told: string[];

/** A link that was let in before, and knows its bridge again by `key`; or one that has only the code of an address. */
function begin(paired: Paired | null, token: string): void {
  link = new Link(orderOf({ credentials: { token, port: PORT }, paired }), {
    report: ({ phase }) => void (phase === 'open' && told.push('open')),
    ask: async () => told.push('ask'),
    wish: async () => told.push('wish'),
    paired: () => void told.push('paired'),
    returned: () => void told.push('returned'),
    left: () => void told.push('left'),
  });
  session = new FakeSession(link);
  link.attach(session);
  session.take();
}

beforeEach(() => {
  useFakeSockets();
  told = [];
  key = newKey();
});
afterEach(async () => {
  const closed = link.close('The test ends');
  latest().ends();
  vi.advanceTimersByTime(10_000);
  await closed;
  useRealSockets();
});

const challengeOf = ({ url }: FakeSocket): string =>
  new URL(url).searchParams.get('cellwire_challenge') ?? '';

/** What the true bridge would say, but for `news`. */
async function hello(socket: FakeSocket, news: Partial<HelloParams> = {}, by = key, port = PORT) {
  const challenge = newChallenge();
  const exchange = { port, tabChallenge: challengeOf(socket), bridgeChallenge: challenge };
  const proof = await bridgeProof(by, exchange);
  const own = { server: 'cellwire' as const, version: '1', protocol: PROTOCOL, instance: 'i', awaiting: [] };
  return requestOf('h', HELLO_METHOD, { ...own, agent: 'A', serverId: SERVER, challenge, proof, ...news });
}

const RUN = requestOf(1, 'tools/call', { name: 'add_code_cell', arguments: { code: 'stolen()' } });
const LIST = requestOf(2, 'cellwire/notebooks', { others: true });

type Impostor = (socket: FakeSocket) => Promise<unknown[]> | unknown[];

/** Texts are said as they are, everything else as JSON. */
const IMPOSTORS: Array<[string, Impostor]> = [
  ['says nothing', () => []],
  ['begins as a server that is not ours', () => [requestOf(0, 'initialize', {}), RUN]],
  ['asks for a call at once', () => [RUN]],
  ['asks for the notebooks at once', () => [LIST]],
  ['asks that the user be asked', () => [requestOf(3, 'cellwire/ask')]],
  ['answers what nobody asked', () => [{ jsonrpc: '2.0', id: 'cellwire-replayed-0', result: {} }]],
  ['notifies', () => [{ jsonrpc: '2.0', method: 'cellwire/agent', params: { agent: 'Claude' } }]],
  ['says no JSON', () => ['hello']],
  ['says a batch', async (socket) => [[await hello(socket), RUN]]],
  ['says hello without a proof', async (socket) => [await hello(socket, { proof: null }), RUN]],
  ['without a challenge', async (socket) => [await hello(socket, { challenge: null }), RUN]],
  ['without a name', async (socket) => [await hello(socket, { serverId: null }), RUN]],
  ['under another name', async (socket) => [await hello(socket, { serverId: 'another' }), RUN]],
  ['with an empty proof', async (socket) => [await hello(socket, { proof: '' }), RUN]],
  ['with a made up proof', async (socket) => [await hello(socket, { proof: newChallenge() }), RUN]],
  ['with our challenge', async (socket) => [await hello(socket, { proof: challengeOf(socket) }), RUN]],
  [
    'with our challenge for its own',
    async (socket) => [await hello(socket, { challenge: challengeOf(socket) }), RUN],
  ],
  [
    'with another challenge than it proves',
    async (socket) => [await hello(socket, { challenge: newChallenge() }), RUN],
  ],
  ['by another key', async (socket) => [await hello(socket, {}, newKey()), RUN]],
  [
    'by a key of the same name',
    async (socket) => [await hello(socket, {}, { ...newKey(), id: key.id }), RUN],
  ],
  [
    'by a key of the same secret',
    async (socket) => [await hello(socket, {}, { ...key, id: newKey().id }), RUN],
  ],
  ['for another port', async (socket) => [await hello(socket, {}, key, PORT + 1), RUN]],
  [
    'with the proof of a tab',
    async (socket) => {
      const challenge = newChallenge();
      const exchange = { port: PORT, tabChallenge: challengeOf(socket), bridgeChallenge: challenge };
      return [await hello(socket, { challenge, proof: await tabProof(key, exchange) }), RUN];
    },
  ],
  [
    'with the challenges exchanged',
    async (socket) => {
      const challenge = newChallenge();
      const exchange = { port: PORT, tabChallenge: challenge, bridgeChallenge: challengeOf(socket) };
      return [await hello(socket, { challenge, proof: await bridgeProof(key, exchange) }), RUN];
    },
  ],
  ['with half a proof', async (socket) => [await cut(socket), RUN]],
  ['in a notification', async (socket) => [{ ...(await hello(socket)), id: undefined }, RUN]],
  [
    'in an answer',
    async (socket) => [{ jsonrpc: '2.0', id: 'h', result: (await hello(socket)).params }, RUN],
  ],
  ['by another method', async (socket) => [{ ...(await hello(socket)), method: 'cellwire/Hello' }, RUN]],
  ['without the protocol', async (socket) => [{ ...(await hello(socket)), jsonrpc: '1.0' }, RUN]],
  [
    'twice, forged',
    async (socket) => [await hello(socket, {}, newKey()), await hello(socket, {}, newKey()), RUN],
  ],
  ['forged, after a call', async (socket) => [RUN, await hello(socket, {}, newKey())]],
];

async function cut(socket: FakeSocket) {
  const said = await hello(socket);
  const params = said.params as HelloParams;
  return { ...said, params: { ...params, proof: params.proof?.slice(1) } };
}

/** On each socket that the link dials, for some rounds: says these, and lets what is under way come to its end. */
async function meet(impostor: Impostor): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const socket = latest();
    socket.opens();
    for (const said of await impostor(socket)) {
      socket.receives(typeof said === 'string' ? said : JSON.stringify(said));
    }
    // Proofs are checked outside of the clock.
    for (let count = 0; count < 400 && !socket.closedWith; count += 1) {
      await new Promise((resolve) => realTimeout(resolve, 1));
      vi.advanceTimersByTime(50);
    }
    expect(socket.closedWith?.code).toBe(4003);
    socket.ends(4003);
    vi.advanceTimersByTime(3_000);
  }
}

function expectNothing(): void {
  expect(session.take()).toEqual([]);
  expect(dialled.flatMap(({ sent, lost }) => [...sent, ...lost])).toEqual([]);
  expect(told).toEqual([]);
  expect(link.state).toMatchObject({ isOurBridge: false, busy: false });
  const dials = dialled.map(({ url }) => url).join(' ');
  expect(dials).not.toContain(key.secret);
  expect(dials).not.toContain('access_token');
}

describe('a program in the place of the bridge that a link knows', () => {
  it.each(IMPOSTORS)('is told nothing, and reaches nothing: one that %s', async (_how, impostor) => {
    begin({ serverId: SERVER, key }, tokenOf(newKey()));
    await meet(impostor);
    expectNothing();
  });

  it('which has read the code of the address gets no further', async () => {
    const code = newKey();
    begin({ serverId: SERVER, key }, tokenOf(code));
    latest().opens();
    // The first dial names the key that was agreed; the code is none.
    latest().receives(JSON.stringify(await hello(latest(), {}, code)));
    await vi.waitFor(() => expect(latest().closedWith?.code).toBe(4003));
    expectNothing();
  });
});

describe('a program in the place of a bridge that a link has yet to meet', () => {
  // Which bridge it is, only the proof tells: any name will do.
  const others = IMPOSTORS.filter(([how]) => how !== 'under another name');
  it.each(others)('is told nothing, and reaches nothing: one that %s', async (_how, impostor) => {
    begin(null, tokenOf(key));
    await meet(impostor);
    expectNothing();
  });
});

describe('words that were right once', () => {
  it('count for the dial that they were said to, and for no other', async () => {
    begin({ serverId: SERVER, key }, 'x');
    const first = latest();
    first.opens();
    const right = await hello(first);
    first.ends();
    vi.advanceTimersByTime(3_000);
    // At the other address, with the same words.
    const second = latest();
    expect(challengeOf(second)).toBe(challengeOf(first));
    // Said late, on the socket that is gone.
    first.receives(JSON.stringify(right));
    await new Promise((resolve) => realTimeout(resolve, 20));
    expectNothing();
    second.ends();
    vi.advanceTimersByTime(3_000);
    const later = latest();
    later.opens();
    expect(challengeOf(later)).not.toBe(challengeOf(first));
    later.receives(JSON.stringify(right));
    await vi.waitFor(() => expect(later.closedWith?.code).toBe(4003));
    expectNothing();
  });

  it('let the bridge in, and nobody before or after it', async () => {
    begin({ serverId: SERVER, key }, 'x');
    latest().opens();
    latest().receives(JSON.stringify(await hello(latest())));
    await vi.waitFor(() => expect(latest().sent).toHaveLength(1));
    expect(latest().takeSent()).toMatchObject([
      { id: 'h', result: { proof: expect.any(String), notebookId: 'abc123' } },
    ]);
    expect(told).toContain('open');
    latest().receives(JSON.stringify(RUN));
    expect(session.take()).toEqual([RUN]);
    // The socket is lost, and another has the port: what was proven is proven no more.
    told.length = 0;
    latest().ends();
    vi.advanceTimersByTime(3_000);
    const next = latest();
    next.opens();
    next.receives(JSON.stringify({ ...RUN, id: 5 }));
    expect(next.closedWith?.code).toBe(4003);
    session.answers(1, { secret: 'of the notebook' });
    expect([...next.sent, ...next.lost]).toEqual([]);
    expect(session.take()).toEqual([]);
    expect(told).toEqual([]);
  });
});
