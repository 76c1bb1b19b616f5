import { describe, expect, it } from 'vitest';
import {
  addressProof,
  bridgeProof,
  isSameProof,
  keyIn,
  newChallenge,
  newKey,
  pairedKey,
  tabProof,
  tokenOf,
} from '../../../src/wire/keys.ts';

const exchange = { port: 4711, tabChallenge: newChallenge(), bridgeChallenge: newChallenge() };

describe('keys', () => {
  it('are random, and read from the token that they are written as', () => {
    const key = newKey();
    expect(key).not.toEqual(newKey());
    expect(keyIn(tokenOf(key))).toEqual(key);
  });

  it.each([
    '',
    'abc',
    newChallenge(),
    `${newChallenge().slice(0, 22)}`,
    `${tokenOf(newKey())}x`,
    `a.${'b'.repeat(43)}`,
  ])('are not what a server of another kind gives: %j', (token) => expect(keyIn(token)).toBeNull());

  it('prove who has them: each end, each port, each challenge and each key has a proof of its own', async () => {
    const key = newKey();
    const proofs = await Promise.all([
      bridgeProof(key, exchange),
      tabProof(key, exchange),
      bridgeProof(newKey(), exchange),
      bridgeProof(key, { ...exchange, port: 4712 }),
      bridgeProof(key, { ...exchange, tabChallenge: newChallenge() }),
      bridgeProof(key, { ...exchange, bridgeChallenge: newChallenge() }),
      addressProof(key, key.id, exchange.port),
    ]);
    expect(new Set(proofs).size).toBe(proofs.length);
    expect(await bridgeProof(key, exchange)).toBe(proofs[0]);
    for (const proof of proofs) expect(proof).toMatch(/^[\w-]{43}$/);
  });

  it('give another key at either end, which is the same at both and tells nothing of the first', async () => {
    const key = newKey();
    const paired = await pairedKey(key, exchange);
    expect(paired).toEqual(await pairedKey({ ...key }, { ...exchange }));
    expect(keyIn(tokenOf(paired))).toEqual(paired);
    expect(paired.secret).not.toBe(key.secret);
    expect(await pairedKey(key, { ...exchange, tabChallenge: newChallenge() })).not.toEqual(paired);
  });

  it('are compared to the last letter, and in length', () => {
    expect(isSameProof('abc', 'abc')).toBe(true);
    for (const other of ['', 'ab', 'abd', 'abcd']) expect(isSameProof(other, 'abc')).toBe(false);
    expect(isSameProof('abc', '')).toBe(false);
  });
});
