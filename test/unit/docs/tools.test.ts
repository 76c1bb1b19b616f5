import { expect, it } from 'vitest';
import { ownTools } from '../../../bridge/agent/own-tools.ts';
import { FAILURE_KINDS } from '../../../src/notebook/failure.ts';
import { prompts } from '../../../src/prompts/prompts.ts';
import { tools } from '../../../src/tools/catalogue.ts';
import { commandsIn, pages } from '../../support/markdown.ts';

const known = new Set<string>([
  ...tools.map(({ name }) => name),
  ...ownTools.map(({ name }) => name),
  ...prompts.map(({ name }) => name),
  ...FAILURE_KINDS,
]);

/** Tools as guides name them: `get_run`, or with arguments. */
const toolIn = (code: string): string[] => /^([a-z]+(?:_[a-z]+)+)(?=$|\()/.exec(code)?.slice(1, 2) ?? [];

const guides = pages().filter(({ path }) => path.startsWith('docs/how-to/') || path === 'docs/tutorial.md');

it.each(guides.map(({ path, text }) => [path, text] as const))('tools that %s names exist', (_path, text) => {
  const named = commandsIn(text).flatMap(toolIn);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
