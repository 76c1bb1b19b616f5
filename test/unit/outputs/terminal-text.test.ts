import { describe, expect, it } from 'vitest';
import { resolveOverwrites, stripAnsi } from '../../../src/outputs/terminal-text.ts';

describe('stripAnsi', () => {
  it.each([
    ['colours', '\x1b[0;31mred\x1b[0m and \x1b[38;5;12mblue\x1b[m', 'red and blue'],
    ['cursor moves', 'a\x1b[A\x1b[2Kb\x1b[?25l', 'ab'],
    ['links', '\x1b]8;;https://example.org\x07here\x1b]8;;\x1b\\!', 'here!'],
    ['other escapes', '\x1b(Bplain\x1b=', 'plain'],
    ['an escape that never ends', 'a\x1b]0;title', 'a0;title'],
    ['a lone escape', 'end\x1b', 'end'],
  ])('removes %s', (_name, text, expected) => {
    expect(stripAnsi(text)).toBe(expected);
  });

  it('leaves what only looks like one', () => {
    expect(stripAnsi('x[0m] = y[31m')).toBe('x[0m] = y[31m');
  });
});

describe('resolveOverwrites', () => {
  it.each([
    ['a progress bar', '  0%|   |\r 50%|#  |\r100%|###|\n', '100%|###|\n'],
    ['lines around it', 'before\n1/3\r2/3\r3/3\nafter', 'before\n3/3\nafter'],
    ['a shorter text over a longer one', 'abcdef\rxy', 'xycdef'],
    ['a line that is wiped first', 'abcdef\r\x1b[Kxy', 'xy'],
    ['a line that is wiped as a whole', 'abcdef\x1b[2K\rxy', 'xy'],
    ['a return at the end', 'done\r', 'done'],
    ['line ends of another system', 'a\r\nb\r\n', 'a\nb\n'],
    ['several returns', 'abc\r\r\rX', 'Xbc'],
    ['a spinner', '|\b/\b-\b\\', '\\'],
    ['backspaces at the end', 'abc\b\b', 'a'],
    ['a backspace at the start of a line that has text', 'abc\r\bX', 'Xbc'],
    ['a backspace inside of a line', 'abcd\rab\bX', 'aXcd'],
    ['a backspace on an empty line', 'a\n\bb', 'a\nb'],
    ['a line that is wiped from its middle', 'abcdef\rab\x1b[Kxy', 'abxy'],
    ['a line that is wiped from its middle, in other words', 'abcdef\rab\x1b[0K', 'ab'],
    ['a line that is wiped and not written again', 'one\nabcdef\x1b[2K', 'one\n'],
    ['a line that is wiped as a whole, then from its middle', 'ab\x1b[2Kcdef\rcd\x1b[Kz', 'cdz'],
    ['a backspace behind the last line', 'a\n\b', 'a\n'],
    ['a mark of the byte order', '\ufeffa\n1\r2', '\ufeffa\n2'],
    ['more backspaces than text', '\b\b\bab\b\b\b\bc', 'c'],
    ['colours in a progress bar', '\x1b[32m 50%\x1b[0m\r\x1b[32m100%\x1b[0m', '100%'],
    ['no overwriting at all', 'plain\n', 'plain\n'],
    ['other scripts', '進捗 1\r進捗 2 😀', '進捗 2 😀'],
  ])('shows what remains of %s', (_name, stream, shown) => {
    expect(resolveOverwrites(stream)).toBe(shown);
  });
});
