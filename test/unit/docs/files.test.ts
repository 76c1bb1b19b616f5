import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/setup/command.mjs';
import { pages } from '../../support/markdown.ts';

const ROOMS = ['background', 'bridge', 'content-scripts', 'docs', 'playground', 'scripts', 'src', 'test'];
/** A tool that nobody has written and a shape that nobody has sent: the pages show how. */
const EXAMPLES = new Set(['src/tools/notebook/count-cells.ts', 'test/support/shapes/BUILD.json']);

const WITH_FOLDER = new RegExp(`\`((?:${ROOMS.join('|')})/[\\w./-]*)\``, 'g');
const NAME_ALONE = /`([\w.-]+\.(?:ts|tsx|mjs|py))`/g;

const isThere = (path: string): boolean => EXAMPLES.has(path) || existsSync(join(projectRoot, path));

const names = new Set(
  ROOMS.flatMap((room) => readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' })).map(
    (path) => basename(path),
  ),
);
/** At the top, and said without a folder. */
const isKnownName = (name: string): boolean => names.has(name) || existsSync(join(projectRoot, name));

const named = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

it.each(pages().map((page) => [page.path, page.text] as const))(
  'files that %s names are there',
  (_path, text) => {
    expect(named(text, WITH_FOLDER).filter((path) => !isThere(path))).toEqual([]);
    expect(named(text, NAME_ALONE).filter((name) => !isKnownName(name))).toEqual([]);
  },
);

it('finds a file that is gone', () => {
  const text = 'It was in `bridge/endpoint/credentials.ts`, with `no-such-file.ts` beside it.';
  expect(named(text, WITH_FOLDER).filter((path) => !isThere(path))).toEqual([
    'bridge/endpoint/credentials.ts',
  ]);
  expect(named(text, NAME_ALONE).filter((name) => !isKnownName(name))).toEqual(['no-such-file.ts']);
});
