import { describe, expect, it } from 'vitest';
import { compareOrders, isSameOrder } from '../../../src/colab/compare-orders.ts';
import { deletionEffect } from '../../../src/colab/strategies/delete.ts';
import { orderEffect } from '../../../src/colab/strategies/move.ts';

const cells = (ids: string) => [...ids].map((id) => ({ id }));

describe('two orders of cells', () => {
  it.each([
    ['abc', 'abc', '', ''],
    ['abc', 'abxc', '', 'x'],
    ['abc', 'xabc', '', 'x'],
    ['abc', 'abcx', '', 'x'],
    ['abcd', 'ad', 'bc', ''],
    ['abcd', 'acbd', 'bc', 'cb'],
    ['abcd', 'axyd', 'bc', 'xy'],
    ['aa', 'a', 'a', ''],
    ['', 'ab', '', 'ab'],
  ])('%s and %s differ between what begins and what ends both', (before, now, left, came) => {
    const difference = compareOrders(cells(before), cells(now));
    expect([difference.before.join(''), difference.now.join('')]).toEqual([left, came]);
  });

  it.each([
    ['abc', 'abc', true],
    ['abc', 'axbyc', true],
    ['abc', 'ac', true],
    ['abc', 'xyz', true],
    ['abc', 'acb', false],
    ['abcd', 'dxbca', false],
  ])('%s and %s: the cells of both are in the same order: %s', (one, other, same) => {
    expect(isSameOrder(cells(one), cells(other))).toBe(same);
    expect(isSameOrder(cells(other), cells(one))).toBe(same);
  });
});

describe('what came of a deletion', () => {
  it.each([
    ['abcd', 'none'],
    ['xabcd', 'none'],
    ['acd', 'done'],
    ['acxd', 'done'],
    ['abd', 'wrong'],
    ['ad', 'wrong'],
    ['dca', 'done'],
  ] as const)('of b, of abcd, when %s is there: %s', (now, effect) => {
    expect(deletionEffect(cells('abcd'), cells(now), 'b')).toBe(effect);
  });
});

describe('what came of a move', () => {
  it.each([
    ['abcd', 'none'],
    ['abxcd', 'none'],
    ['bcad', 'done'],
    ['bcaxd', 'done'],
    ['bad', 'done'],
    ['bacd', 'wrong'],
    ['bcda', 'wrong'],
  ] as const)('of a behind c, of abcd, when %s is there: %s', (now, effect) => {
    expect(orderEffect(cells('abcd'), cells('bcad'), cells(now))).toBe(effect);
  });
});
