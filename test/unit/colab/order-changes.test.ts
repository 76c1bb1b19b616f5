import { describe, expect, it } from 'vitest';
import { orderChanges } from '../../../src/colab/foreign-changes/order-changes.ts';

const cells = (ids: string) => [...ids].map((id) => ({ id }));
const told = (places: Array<{ cellId: string; index: number }>) =>
  places.map(({ cellId, index }) => `${cellId}${index}`).join(' ');

describe('how one order became another', () => {
  it.each([
    ['abc', 'abc', '', '', ''],
    ['abc', 'xabc', 'x0', '', ''],
    ['abc', 'abxyc', 'x2 y3', '', ''],
    ['abc', 'ac', '', 'b', ''],
    ['', 'ab', 'a0 b1', '', ''],
    ['ab', '', '', 'ab', ''],
    ['abcdef', 'bcdefa', '', '', 'a5'],
    ['abcdef', 'fabcde', '', '', 'f0'],
    ['abcdef', 'abecdf', '', '', 'e2'],
    ['abcdef', 'badcfe', '', '', 'b0 d2 f4'],
    ['abcd', 'dcba', '', '', 'd0 c1 b2'],
    ['abcde', 'exbca', 'x1', 'd', 'e0 a4'],
  ])('%s to %s: added %s, deleted %s, moved %s', (before, now, added, deleted, moved) => {
    const changes = orderChanges(cells(before), cells(now));
    expect(told(changes.added)).toBe(added);
    expect(changes.deleted.join('')).toBe(deleted);
    expect(changes.moved).toHaveLength(moved === '' ? 0 : moved.split(' ').length);
    if (!/b0 d2|d0 c1/.test(moved)) expect(told(changes.moved)).toBe(moved);
  });

  it('tells moves that lead from the one to the other, and never more than needed', () => {
    const before = 'abcdefgh';
    for (const now of ['hgfedcba', 'acbdfegh', 'ebcdahgf', 'cdefghab']) {
      const { moved } = orderChanges(cells(before), cells(now));
      const ids = new Set(moved.map(({ cellId }) => cellId));
      const rest = (order: string) => [...order].filter((id) => !ids.has(id)).join('');
      expect(rest(before)).toBe(rest(now));
      expect(moved.length).toBe({ hgfedcba: 7, acbdfegh: 2, ebcdahgf: 4, cdefghab: 2 }[now]);
    }
  });
});
