import { describe, expect, it } from 'vitest';
import { followTyping, mapCaret } from '../../../src/colab/hands/map-caret.ts';

/** A text with its caret as `|`, or its selection between `|` and `^`, where the caret is. */
function marked(text: string): { text: string; anchor: number; head: number } {
  const bare = text.replace(/[|^]/g, '');
  const first = text.replace('^', '').indexOf('|');
  const second = text.includes('^') ? text.replace('|', '').indexOf('^') : first;
  return { text: bare, anchor: first, head: second };
}

describe('the caret, when somebody else replaces the text', () => {
  it.each([
    ['a = |1', 'a = |1\nb'],
    ['a = |1', '# new\na = |1'],
    ['a = 1\n|b = 2\nc = 3', '# new\na = 1\n|b = 2\nc = 3 # more'],
    ['a|b^c', 'xa|b^c'],
    ['a^b|c', 'xa^b|c'],
    ['|', '|all new'],
    ['a = 1|', 'a = 1| + 2'],
    ['x = 1\ny = |2\nx = 1\ny = 2', '#\nx = 1\ny = |2\nx = 1\ny = 2 #'],
  ])('%j becomes %j', (before, now) => {
    const old = marked(before);
    const wanted = marked(now);
    const mapped = mapCaret(old, old.text, wanted.text);
    expect(mapped).toEqual({ anchor: wanted.anchor, head: wanted.head });
  });

  it('stays within a text that has nothing of the old one', () => {
    expect(mapCaret({ anchor: 9, head: 9 }, 'one two three', 'x')).toEqual({ anchor: 1, head: 1 });
  });
});

describe('the caret, when its own user types on', () => {
  it.each([
    ['a|', 'ab|'],
    ['a|c', 'ab|c'],
    ['aa|aa', 'aaa|aa'],
    ['ab|c', 'a|c'],
    ['|a^bc', 'x|bc'],
    ['a|', 'a|'],
  ])('%j becomes %j', (before, now) => {
    const old = marked(before);
    const { text, head } = marked(now);
    expect(followTyping(old, old.text, text).head).toBe(head);
  });
});
