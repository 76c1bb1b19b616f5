import { expect, it } from 'vitest';
import { lockfileProblems } from '../../scripts/checks/lockfile.ts';

const problems = (entry: object, contributing = '', path = 'node_modules/a/node_modules/@b/c') =>
  lockfileProblems(
    JSON.stringify({ packages: { '': { name: 'us' }, [path]: { version: '1.2.3', ...entry } } }),
    contributing,
  );

it('a package with an integrity and without an address is as it should be', () => {
  expect(problems({ integrity: 'sha512-x' })).toEqual([]);
  expect(problems({ inBundle: true })).toEqual([]);
});

it.each([
  ['no integrity', {}, '@b/c@1.2.3 has no integrity'],
  [
    'no integrity, and is optional',
    { optional: true },
    '@b/c@1.2.3 has no integrity, and CONTRIBUTING.md does not name it',
  ],
  [
    'an address',
    { integrity: 'sha512-x', resolved: 'https://example.org/c.tgz' },
    '@b/c@1.2.3 has an address: https://example.org/c.tgz',
  ],
])('a package is told of that has %s', (_what, entry, problem) => {
  expect(problems(entry)).toEqual([problem]);
});

it('only an optional package may be without one, where it is named', () => {
  expect(problems({ optional: true }, 'such as `@b/c`, and others')).toEqual([]);
  expect(problems({ optional: true }, 'such as `@b/cd`')).toHaveLength(1);
  expect(problems({}, 'such as `@b/c`')).toHaveLength(1);
});
