import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Keys } from '../../../bridge/endpoint/keys.ts';
import { Openings } from '../../../bridge/endpoint/openings.ts';
import { TabProof } from '../../../bridge/endpoint/tab-proof.ts';
import type { Key } from '../../../src/wire/keys.ts';
import { addressProof, newChallenge, newKey, tabProof, tokenOf } from '../../../src/wire/keys.ts';

const on = { port: 4711, tabChallenge: newChallenge() };
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('the code of an address', () => {
  it('lets one tab in, once', async () => {
    const keys = new Keys('server', [], async () => {});
    const code = keys.newCode();
    const exchange = { ...on, bridgeChallenge: newChallenge() };
    expect(keys.byId(code.id)).toEqual(code);
    expect(await keys.use(code, exchange)).toBe(true);
    expect(keys.byId(code.id)).toBeNull();
    expect(await keys.use(code, exchange)).toBe(false);
    expect(keys.useUp(tokenOf(code))).toBe(false);
  });

  it('lets a frontend that is not ours in, once, and only as a whole', () => {
    const keys = new Keys('server', [], async () => {});
    const code = keys.newCode();
    for (const wrong of ['', code.id, `${code.id}.${newKey().secret}`, tokenOf(newKey())]) {
      expect(keys.useUp(wrong)).toBe(false);
    }
    expect([keys.useUp(tokenOf(code)), keys.useUp(tokenOf(code))]).toEqual([true, false]);
    expect(keys.byId(code.id)).toBeNull();
  });

  it('is void after ten minutes, used or not', () => {
    const keys = new Keys('server', [], async () => {});
    const code = keys.newCode();
    vi.advanceTimersByTime(10 * MINUTE - 1);
    expect(keys.byId(code.id)).toEqual(code);
    vi.advanceTimersByTime(1);
    expect(keys.byId(code.id)).toBeNull();
    expect(keys.useUp(tokenOf(code))).toBe(false);
  });

  it('is void when fifty others were made since', () => {
    const keys = new Keys('server', [], async () => {});
    const code = keys.newCode();
    for (let count = 0; count < 49; count += 1) keys.newCode();
    expect(keys.byId(code.id)).toEqual(code);
    keys.newCode();
    expect(keys.byId(code.id)).toBeNull();
  });

  it('is shown to be ours by the key that was used last; before there was one, by nothing', async () => {
    const [one, two] = [newKey(), newKey()];
    const keys = new Keys('server', [one, two], async () => {});
    const code = keys.newCode();
    expect(await keys.proofFor(code, 80)).toBe(`${two.id}.${await addressProof(two, code.id, 80)}`);
    await keys.use(one, { ...on, bridgeChallenge: newChallenge() });
    expect(await keys.proofFor(code, 80)).toBe(`${one.id}.${await addressProof(one, code.id, 80)}`);
    expect(await new Keys('server', [], async () => {}).proofFor(code, 80)).toBeNull();
  });
});

describe('the keys of tabs', () => {
  it('last, and are kept whenever there is a new one; the fifty used last', async () => {
    let kept: Key[] = [];
    const first = newKey();
    const keys = new Keys('server', [first], async (known) => {
      kept = known;
    });
    expect(await keys.use(first, { ...on, bridgeChallenge: newChallenge() })).toBe(true);
    expect(kept).toEqual([]);
    for (let count = 0; count < 50; count += 1) {
      await keys.use(keys.newCode(), { ...on, bridgeChallenge: newChallenge() });
    }
    expect(kept).toHaveLength(50);
    expect(kept).not.toContainEqual(first);
    expect(keys.byId(first.id)).toBeNull();
    for (const { id } of kept) expect(keys.byId(id)).not.toBeNull();
  });
});

describe('a tab on a new socket', () => {
  it('is believed when it has the key, and only then', async () => {
    const key = newKey();
    const keys = new Keys('server', [key], async () => {});
    const proof = new TabProof(keys, key, on);
    const { challenge } = await proof.ours();
    const exchange = { ...on, bridgeChallenge: challenge };
    expect(await proof.accepts(null)).toBe(false);
    expect(await proof.accepts((await proof.ours()).proof)).toBe(false);
    expect(await proof.accepts(await tabProof(newKey(), exchange))).toBe(false);
    expect(await proof.accepts(await tabProof(key, { ...exchange, tabChallenge: newChallenge() }))).toBe(
      false,
    );
    expect(await proof.accepts(await tabProof(key, exchange))).toBe(true);
  });

  it('is the only one of two that come with one code', async () => {
    const keys = new Keys('server', [], async () => {});
    const code = keys.newCode();
    const proofs = [new TabProof(keys, code, on), new TabProof(keys, code, on)];
    const believed = await Promise.all(
      proofs.map(async (proof) => {
        const { challenge } = await proof.ours();
        return proof.accepts(await tabProof(code, { ...on, bridgeChallenge: challenge }));
      }),
    );
    expect(believed.filter(Boolean)).toHaveLength(1);
  });
});

describe('an address that leads to a notebook', () => {
  it('does so once, and soon', async () => {
    const openings = new Openings();
    const path = openings.add(async () => 'there');
    expect(path).toMatch(/^\/open\/[\w-]{22}$/);
    expect([openings.isOne(path), openings.isOne('/'), openings.isOne('/opened')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await openings.take('/open/other')).toBeNull();
    expect([await openings.take(path), await openings.take(path)]).toEqual(['there', null]);
    const late = openings.add(async () => 'there');
    vi.advanceTimersByTime(2 * MINUTE);
    expect(await openings.take(late)).toBeNull();
  });
});
