import { describe, expect, it } from 'vitest';
import { ServerProof } from '../../../../background/link/server-proof.ts';
import { Keys } from '../../../../bridge/endpoint/keys.ts';
import { TabProof } from '../../../../bridge/endpoint/tab-proof.ts';
import type { HelloParams } from '../../../../src/wire/hello.ts';
import type { Key } from '../../../../src/wire/keys.ts';
import { bridgeProof, newChallenge, newKey, tokenOf } from '../../../../src/wire/keys.ts';

const PORT = 4711;
const said = (query: string) => Object.fromEntries(new URLSearchParams(query));
const hello = (news: Partial<HelloParams>): HelloParams => ({
  ...{ server: 'cellwire', version: '1', protocol: 3, instance: 'i', awaiting: [], agent: null },
  ...{ serverId: 'the bridge', challenge: null, proof: null },
  ...news,
});

/** What a bridge that has this key says to a dial. */
async function greet(query: string, key: Key, news: Partial<HelloParams> = {}): Promise<HelloParams> {
  const bridgeChallenge = newChallenge();
  const tabChallenge = said(query).cellwire_challenge ?? '';
  const proof = await bridgeProof(key, { port: PORT, tabChallenge, bridgeChallenge });
  return hello({ challenge: bridgeChallenge, proof, ...news });
}

describe('a server that is not ours', () => {
  it('gets its token, and has nothing to prove', () => {
    const proof = new ServerProof({ port: PORT, token: 'to ken' }, null);
    expect(proof.isRequired).toBe(false);
    expect(said(proof.nextQuery())).toEqual({ access_token: 'to ken' });
  });
});

describe('our bridge', () => {
  const code = newKey();
  const dialled = () => new ServerProof({ port: PORT, token: tokenOf(code) }, null);

  it('is told the name of the key alone, and something else to prove itself by each time', () => {
    const proof = dialled();
    expect(proof.isRequired).toBe(true);
    const [one, two] = [said(proof.nextQuery()), said(proof.nextQuery())];
    expect(Object.keys(one)).toEqual(['cellwire_key', 'cellwire_challenge']);
    expect([one.cellwire_key, two.cellwire_key]).toEqual([code.id, code.id]);
    expect(one.cellwire_challenge).not.toBe(two.cellwire_challenge);
    expect(JSON.stringify([one, two])).not.toContain(code.secret);
  });

  it('agrees with the link on another key, by which it is dialled from then on', async () => {
    const proof = dialled();
    const keys = new Keys('the bridge', [], async () => {});
    const known = keys.newCode();
    const link = new ServerProof({ port: PORT, token: tokenOf(known) }, null);
    const on = { port: PORT, tabChallenge: said(link.nextQuery()).cellwire_challenge ?? '' };
    const theirs = new TabProof(keys, known, on);
    const checked = await link.check(hello({ ...(await theirs.ours()) }));
    expect(checked?.paired).toMatchObject({ serverId: 'the bridge' });
    expect(await theirs.accepts(checked?.proof ?? null)).toBe(true);
    const { id = '' } = checked?.paired?.key ?? {};
    expect(keys.byId(id)).toEqual(checked?.paired?.key);
    expect(said(link.nextQuery()).cellwire_key).toBe(id);
    // The address has served its turn at the bridge, and at the link as soon as the bridge talks on.
    expect(keys.byId(known.id)).toBeNull();
    expect(said(link.nextQuery()).cellwire_key).toBe(known.id);
    link.confirm();
    expect([said(link.nextQuery()), said(link.nextQuery())].map((one) => one.cellwire_key)).toEqual([id, id]);
    expect(proof.isRequired).toBe(true);
  });

  it('is known again by the key that was agreed, which stays', async () => {
    const paired = { serverId: 'the bridge', key: newKey() };
    const proof = new ServerProof({ port: PORT, token: tokenOf(code) }, paired);
    const query = proof.nextQuery();
    expect(said(query).cellwire_key).toBe(paired.key.id);
    expect(await proof.check(await greet(query, paired.key))).toEqual({
      proof: expect.any(String),
      paired: null,
    });
  });

  it.each<[string, (query: string) => Promise<HelloParams> | HelloParams]>([
    ['has not the key', (query) => greet(query, newKey())],
    ['has a key of the same name', (query) => greet(query, { ...newKey(), id: code.id })],
    ['says no proof', (query) => greet(query, code, { proof: null })],
    ['says no challenge', (query) => greet(query, code, { challenge: null })],
    ['has no name', (query) => greet(query, code, { serverId: null })],
    ['says what was said before', async () => greet(`cellwire_challenge=${newChallenge()}`, code)],
    ['says another challenge than it proved', (query) => greet(query, code, { challenge: newChallenge() })],
    [
      'gives back what it was given',
      (query) =>
        hello({
          challenge: said(query).cellwire_challenge ?? '',
          proof: said(query).cellwire_challenge ?? '',
        }),
    ],
  ])('is not who %s', async (_who, greeting) => {
    const proof = dialled();
    expect(await proof.check(await greeting(proof.nextQuery()))).toBeNull();
    expect(said(proof.nextQuery()).cellwire_key).toBe(code.id);
  });

  it('is not another bridge that has somehow got the key', async () => {
    const paired = { serverId: 'the bridge', key: newKey() };
    const proof = new ServerProof({ port: PORT, token: 'x' }, paired);
    const greeting = await greet(proof.nextQuery(), paired.key, { serverId: 'another' });
    expect(await proof.check(greeting)).toBeNull();
  });

  it('proves itself for the port that was dialled', async () => {
    const proof = new ServerProof({ port: PORT + 1, token: tokenOf(code) }, null);
    expect(await proof.check(await greet(proof.nextQuery(), code))).toBeNull();
  });

  it('that was dialled before is not taken for the one that is dialled now', async () => {
    const proof = dialled();
    const late = await greet(proof.nextQuery(), code);
    const checked = proof.check(late);
    proof.nextQuery();
    expect(await checked).toBeNull();
  });

  it('may be dialled by an address that was opened later', () => {
    const proof = dialled();
    const next = newKey();
    proof.renew({ port: PORT, token: tokenOf(next) });
    expect(said(proof.nextQuery()).cellwire_key).toBe(next.id);
    proof.renew({ port: PORT, token: 'of another kind' });
    expect(said(proof.nextQuery()).cellwire_key).toBe(next.id);
  });
});
