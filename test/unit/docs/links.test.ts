import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/setup/command.mjs';
import { anchorsIn, pageAt, pages, targetsIn } from '../../support/markdown.ts';

/** What is wrong with a target of a page; null where it leads somewhere. */
function faultOf(page: { path: string; text: string }, target: string): string | null {
  if (/^(https?:|mailto:)/.test(target)) return null;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? page.path : posix.join(posix.dirname(page.path), decodeURIComponent(file));
  if (path.startsWith('..') || !existsSync(join(projectRoot, path))) return `${target}: there is no ${path}`;
  if (anchor === undefined) return null;
  return anchorsIn(pageAt(path).text).has(anchor) ? null : `${target}: ${path} has no such heading`;
}

it.each(pages().map((page) => [page.path, page] as const))('links of %s lead somewhere', (_path, page) => {
  expect(
    targetsIn(page.text)
      .map((target) => faultOf(page, target))
      .filter((fault) => fault !== null),
  ).toEqual([]);
});

it('every page of docs can be reached from its index', () => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const target of targetsIn(pageAt(path).text)) {
      const [file = ''] = target.split('#');
      if (file.endsWith('.md') && !file.includes(':')) visit(posix.join(posix.dirname(path), file));
    }
  };
  visit('docs/README.md');
  expect(
    pages()
      .map(({ path }) => path)
      .filter((path) => !seen.has(path)),
  ).toEqual([]);
});

it('finds what leads nowhere', () => {
  const page = { path: 'docs/README.md', text: '' };
  expect(faultOf(page, 'nowhere.md')).toBe('nowhere.md: there is no docs/nowhere.md');
  expect(faultOf(page, '../README.md#nothing')).toBe('../README.md#nothing: README.md has no such heading');
  expect(faultOf(page, '../README.md#how-it-works')).toBeNull();
});
