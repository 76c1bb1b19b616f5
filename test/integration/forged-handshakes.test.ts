import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { HELLO_METHOD, PROTOCOL, readHello } from '../../src/wire/hello.ts';
import type { Key } from '../../src/wire/keys.ts';
import { bridgeProof, keyIn, newChallenge, newKey, tabProof, tokenOf } from '../../src/wire/keys.ts';
import type { FakeTab } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PATIENCE_MS = 1_500;

let folder: TemporaryFolder;
let agent: Agent;
/** The tab that is really connected. */
let tab: FakeTab;
/** Its key, as the bridge keeps it: some forgers have half of what is needed. */
let paired: Key;
let usedCode: string;

beforeAll(async () => {
  folder = await temporaryFolder('forged');
  const tokenFile = join(folder.path, 'bridge.json');
  agent = await startAgent({ tokenFile, timings: { initializeMs: PATIENCE_MS } });
  usedCode = agent.newToken();
  tab = await agent.openReady({ token: () => usedCode });
  const { keys }: { keys: string[] } = JSON.parse(await readFile(tokenFile, 'utf8'));
  paired = keyIn(keys.at(-1) ?? '') ?? newKey();
});
afterAll(async () => {
  await agent.close();
  await folder.remove();
});

/** A socket by hand. `heard` is all that it was told. */
class Forger {
  readonly socket: WebSocket;
  readonly heard: string[] = [];
  closedWith: number | null = null;
  readonly challenge: string;
  /** It is open, or refused. */
  readonly settled: Promise<void>;

  constructor(query: Record<string, string> | string, headers: Record<string, string> = {}) {
    const said = String(new URLSearchParams(query));
    this.challenge = new URLSearchParams(said).get('cellwire_challenge') ?? '';
    this.socket = new WebSocket(`ws://127.0.0.1:${agent.port}/?${said}`, 'mcp', {
      headers: { Origin: 'https://colab.research.google.com', ...headers },
    });
    this.socket.on('error', () => {});
    this.settled = new Promise((resolve) => {
      this.socket.once('open', () => resolve());
      this.socket.once('close', () => resolve());
    });
    this.socket.on('message', (data: Buffer) => this.heard.push(data.toString('utf8')));
    this.socket.on('close', (code) => {
      this.closedWith = code;
    });
  }

  static withKey(key: Key, challenge = newChallenge()): Forger {
    return new Forger({ cellwire_key: key.id, cellwire_challenge: challenge });
  }

  /** What the bridge says first. */
  async hello(): Promise<{ id: string; challenge: string; proof: string }> {
    if (this.heard.length === 0) await once(this.socket, 'message');
    const { id, params } = JSON.parse(this.heard[0] ?? '');
    const { challenge, proof } = readHello(params) ?? {};
    return { id, challenge: challenge ?? '', proof: proof ?? '' };
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** As the tab that is there. */
  answer(id: unknown, proof: unknown): void {
    this.say({
      jsonrpc: '2.0',
      id,
      result: {
        ...{ linkId: tab.linkId, extensionVersion: '9', protocol: PROTOCOL, proof, missing: [] },
        ...{ notebookId: 'stolen', notebookUrl: 'https://colab.research.google.com/drive/stolen' },
      },
    });
  }

  /** Everything that somebody who is in could do. */
  async misbehave(): Promise<void> {
    await this.settled;
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.say({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri: 'cellwire://stolen' },
    });
    this.say({ jsonrpc: '2.0', method: 'cellwire/notebook', params: { notebookId: 'stolen' } });
    this.say({ jsonrpc: '2.0', method: 'cellwire/refused', params: { refused: 'stopped' } });
    this.say({ jsonrpc: '2.0', id: 'stolen', method: 'ping' });
  }

  async end(): Promise<void> {
    if (this.closedWith === null) await once(this.socket, 'close');
  }
}

type Forgery = () => Promise<Forger[]> | Forger[];

const dials =
  (query: () => Record<string, string> | string, headers?: () => Record<string, string>): Forgery =>
  () => [new Forger(query(), headers?.())];

/** Opens a socket with this key and answers the hello with what is made of it. */
const answers =
  (
    made: (hello: { challenge: string; proof: string }, forger: Forger, key: Key) => unknown,
    key: () => Key = () => paired,
  ): Forgery =>
  async () => {
    const named = key();
    const forger = Forger.withKey(named);
    const { id, ...hello } = await forger.hello();
    forger.answer(id, await made(hello, forger, named));
    return [forger];
  };
const code = (): Key => keyIn(agent.newToken()) ?? newKey();
const exchange = (forger: Forger, bridgeChallenge: string) => ({
  port: agent.port,
  tabChallenge: forger.challenge,
  bridgeChallenge,
});
const rightProof = (key: Key, forger: Forger, challenge: string) =>
  tabProof(key, exchange(forger, challenge));
const good = () => newChallenge();

const FORGERIES: Array<[string, Forgery]> = [
  ['the name of no key', dials(() => ({ cellwire_key: newKey().id, cellwire_challenge: good() }))],
  ['an empty name', dials(() => ({ cellwire_key: '', cellwire_challenge: good() }))],
  ['a name that objects have', dials(() => ({ cellwire_key: '__proto__', cellwire_challenge: good() }))],
  ['another such name', dials(() => ({ cellwire_key: 'constructor', cellwire_challenge: good() }))],
  [
    'a code that was used',
    dials(() => ({ cellwire_key: keyIn(usedCode)?.id ?? '', cellwire_challenge: good() })),
  ],
  ['the secret for a name', dials(() => ({ cellwire_key: paired.secret, cellwire_challenge: good() }))],
  ['half a name', dials(() => ({ cellwire_key: paired.id.slice(1), cellwire_challenge: good() }))],
  [
    'a name in other letters',
    dials(() => ({ cellwire_key: swapped(paired.id), cellwire_challenge: good() })),
  ],
  ['a name and a NUL', dials(() => ({ cellwire_key: `${paired.id}\0`, cellwire_challenge: good() }))],
  [
    'an unknown name before a known one',
    dials(() => `cellwire_key=x&cellwire_key=${paired.id}&cellwire_challenge=${good()}`),
  ],
  [
    'an unknown name and a code that works',
    dials(() => ({ cellwire_key: 'x', access_token: agent.newToken() })),
  ],
  ['no challenge', dials(() => ({ cellwire_key: paired.id }))],
  ['an empty challenge', dials(() => ({ cellwire_key: paired.id, cellwire_challenge: '' }))],
  ['a short challenge', dials(() => ({ cellwire_key: paired.id, cellwire_challenge: good().slice(1) }))],
  ['a long challenge', dials(() => ({ cellwire_key: paired.id, cellwire_challenge: `${good()}x` }))],
  [
    'a challenge of other letters',
    dials(() => ({ cellwire_key: paired.id, cellwire_challenge: '+'.repeat(43) })),
  ],
  [
    'a challenge and a line end',
    dials(() => ({ cellwire_key: paired.id, cellwire_challenge: `${good()}\n` })),
  ],
  [
    'a bad challenge before a good one',
    dials(() => `cellwire_key=${paired.id}&cellwire_challenge=x&cellwire_challenge=${good()}`),
  ],
  ['the lasting key as a token', dials(() => ({ access_token: tokenOf(paired) }))],
  [
    'the lasting key as a bearer',
    dials(
      () => ({}),
      () => ({ Authorization: `Bearer ${tokenOf(paired)}` }),
    ),
  ],
  ['a used code as a token', dials(() => ({ access_token: usedCode }))],
  ['a code with another secret', dials(() => ({ access_token: tokenOf({ ...newKey(), id: code().id }) }))],
  [
    'a code with the lasting secret',
    dials(() => ({ access_token: tokenOf({ ...code(), secret: paired.secret }) })),
  ],

  ['no proof', answers(() => null)],
  ['nothing in its place', answers(() => undefined)],
  ['an empty proof', answers(() => '')],
  ['a made up proof', answers(() => newChallenge())],
  ['the bridge’s own proof', answers(({ proof }) => proof)],
  ['the bridge’s challenge', answers(({ challenge }) => challenge)],
  ['its own challenge', answers((_hello, { challenge }) => challenge)],
  ['the secret itself', answers(() => paired.secret)],
  [
    'the proof of the wrong side',
    answers(({ challenge }, forger) => bridgeProof(paired, exchange(forger, challenge))),
  ],
  ['the proof of another key', answers(({ challenge }, forger) => rightProof(newKey(), forger, challenge))],
  [
    'of a key of the same name',
    answers(({ challenge }, forger) => rightProof({ ...newKey(), id: paired.id }, forger, challenge)),
  ],
  [
    'of a key of the same secret',
    answers(({ challenge }, forger) => rightProof({ ...paired, id: newKey().id }, forger, challenge)),
  ],
  [
    'of the lasting key for a code',
    answers(({ challenge }, forger) => rightProof(paired, forger, challenge), code),
  ],
  [
    'of the code with the lasting secret',
    answers(
      ({ challenge }, forger, key) => rightProof({ ...key, secret: paired.secret }, forger, challenge),
      code,
    ),
  ],
  [
    'for another port',
    answers(({ challenge }, forger) =>
      tabProof(paired, { ...exchange(forger, challenge), port: agent.port + 1 }),
    ),
  ],
  [
    'for another challenge of its own',
    answers(({ challenge }) =>
      tabProof(paired, { port: agent.port, tabChallenge: good(), bridgeChallenge: challenge }),
    ),
  ],
  ['for another challenge of the bridge’s', answers((_hello, forger) => rightProof(paired, forger, good()))],
  [
    'with the challenges exchanged',
    answers(({ challenge }, forger) =>
      tabProof(paired, { port: agent.port, tabChallenge: challenge, bridgeChallenge: forger.challenge }),
    ),
  ],
  [
    'cut by a letter',
    answers(async ({ challenge }, forger) => (await rightProof(paired, forger, challenge)).slice(0, -1)),
  ],
  [
    'with a letter more',
    answers(async ({ challenge }, forger) => `${await rightProof(paired, forger, challenge)}A`),
  ],
  [
    'in other letters',
    answers(async ({ challenge }, forger) => swapped(await rightProof(paired, forger, challenge))),
  ],
  ['in a list', answers(async ({ challenge }, forger) => [await rightProof(paired, forger, challenge)])],
  [
    'as an object',
    answers(async ({ challenge }, forger) => ({ proof: await rightProof(paired, forger, challenge) })),
  ],
  ['a number', answers(() => 0)],
  ['true', answers(() => true)],

  [
    'an error, as a frontend that is not ours',
    async () => {
      const forger = Forger.withKey(paired);
      const { id } = await forger.hello();
      forger.say({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
      return [forger];
    },
  ],
  [
    'no result',
    async () => {
      const forger = Forger.withKey(paired);
      const { id } = await forger.hello();
      forger.say({ jsonrpc: '2.0', id, result: null });
      return [forger];
    },
  ],
  ['no answer', () => [Forger.withKey(paired)]],
  [
    'a wrong answer and then a right one',
    async () => {
      const forger = Forger.withKey(paired);
      const { id, challenge } = await forger.hello();
      const proof = await rightProof(paired, forger, challenge);
      forger.answer(id, newChallenge());
      forger.answer(id, proof);
      return [forger];
    },
  ],
  [
    'answers before it is asked',
    async () => {
      const forger = Forger.withKey(paired);
      await once(forger.socket, 'open');
      for (let count = 0; count < 300; count += 1) forger.answer(`cellwire-hello-${count}`, newChallenge());
      return [forger];
    },
  ],
  [
    'a right answer under another id',
    async () => {
      const forger = Forger.withKey(paired);
      const { id, challenge } = await forger.hello();
      forger.answer(`${id}0`, await rightProof(paired, forger, challenge));
      return [forger];
    },
  ],
  [
    'the proof of a socket opened beside it',
    async () => {
      const [one, two] = [Forger.withKey(paired), Forger.withKey(paired)];
      const [first, second] = [await one.hello(), await two.hello()];
      two.answer(second.id, await rightProof(paired, one, first.challenge));
      one.answer(first.id, await rightProof(paired, two, second.challenge));
      return [one, two];
    },
  ],
  [
    'the same, with the same challenge',
    async () => {
      const challenge = newChallenge();
      const [one, two] = [Forger.withKey(paired, challenge), Forger.withKey(paired, challenge)];
      const [first, second] = [await one.hello(), await two.hello()];
      two.answer(second.id, await rightProof(paired, one, first.challenge));
      one.answer(first.id, await rightProof(paired, two, second.challenge));
      return [one, two];
    },
  ],
  [
    'what was said on a socket before',
    async () => {
      const heard = Forger.withKey(paired);
      const { challenge } = await heard.hello();
      const proof = await rightProof(paired, heard, challenge);
      heard.socket.terminate();
      const forger = Forger.withKey(paired, heard.challenge);
      const { id } = await forger.hello();
      forger.answer(id, proof);
      return [heard, forger];
    },
  ],
  [
    'what the bridge proves on another socket',
    async () => {
      // A relay between two sockets of the same bridge: what the bridge proves on one is no proof on the other.
      const one = Forger.withKey(paired);
      const { challenge, id } = await one.hello();
      const two = Forger.withKey(paired, challenge);
      const relayed = await two.hello();
      one.answer(id, relayed.proof);
      return [one, two];
    },
  ],
];

const swapped = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

describe(`of ${FORGERIES.length} forged handshakes none is let in, and the tab that is there stays`, () => {
  it.concurrent.each(FORGERIES)('%s', async (_what, forge) => {
    const forgers = await forge();
    for (const forger of forgers) await forger.misbehave();
    await Promise.all(forgers.map((forger) => forger.end()));
    // Its hello is all that anybody who names a key is told.
    for (const { heard } of forgers) {
      expect(heard.map((text) => JSON.parse(text).method).filter((said) => said !== HELLO_METHOD)).toEqual(
        [],
      );
      expect(heard.join()).not.toMatch(/abc123|drive/);
    }
    const { content } = await agent.call('get_cells');
    expect(content).toEqual([{ type: 'text', text: 'get_cells done' }]);
    expect(JSON.stringify(agent.messages)).not.toContain('stolen');
    expect(agent.stderr().match(/A tab is connected/g)).toHaveLength(1);
    expect(agent.stderr()).not.toContain('The tab is back');
  });
});

it('a code that two have lets in one of them', async () => {
  const key = code();
  const [one, two] = [Forger.withKey(key), Forger.withKey(key)];
  for (const forger of [one, two]) {
    const { id, challenge } = await forger.hello();
    const proof = await rightProof(key, forger, challenge);
    const result = {
      linkId: `another ${proof}`,
      extensionVersion: '9',
      protocol: PROTOCOL,
      proof,
      missing: [],
    };
    forger.say({ jsonrpc: '2.0', id, result });
  }
  await expect.poll(() => [one, two].filter(({ closedWith }) => closedWith === 4003)).toHaveLength(1);
  const [inside] = [one, two].filter(({ closedWith }) => closedWith === null);
  await expect.poll(() => inside?.heard.some((text) => text.includes('"initialize"'))).toBe(true);
  inside?.socket.terminate();
});
