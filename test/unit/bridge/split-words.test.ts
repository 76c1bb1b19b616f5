import { expect, it } from 'vitest';
import { splitWords } from '../../../bridge/browser/split-words.ts';

it.each([
  ['firefox', ['firefox']],
  ['  firefox   --new-tab ', ['firefox', '--new-tab']],
  [
    '"/opt/my browser" --profile=\'My Profile\' two\\ words',
    ['/opt/my browser', '--profile=My Profile', 'two words'],
  ],
  ['a"b c"d', ['ab cd']],
  ['""', ['']],
  ['"say \\"hi\\"" \\$HOME "\\n" \'\\n\'', ['say "hi"', '$HOME', '\\n', '\\n']],
  ['', []],
])('%s', (command, words) => {
  expect(splitWords(command, 'linux')).toEqual(words);
});

it.each([
  ['C:\\chrome.exe --new', ['C:\\chrome.exe', '--new']],
  ['"C:\\Program Files\\chrome.exe" --new', ['C:\\Program Files\\chrome.exe', '--new']],
])('on Windows: %s', (command, words) => {
  expect(splitWords(command, 'win32')).toEqual(words);
});
