import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/setup/command.mjs';
import { FAILURE_KINDS } from '../../../src/notebook/failure.ts';
import { headingsIn, pageAt } from '../../support/markdown.ts';

const { text } = pageAt('docs/troubleshooting.md');

/** Words of others: Chrome's own question. */
const FOREIGN = ['access other apps and services on this device'];

const ROOMS = ['background', 'bridge', 'content-scripts', 'scripts', 'src', 'test/support'];

/** All that can be said, with texts joined that the code breaks over several lines. */
const sources = ROOMS.flatMap((room) =>
  readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => readFileSync(join(projectRoot, room, name), 'utf8')),
)
  .join('\n')
  .replace(/['"`] \+\s*['"`]/g, '');

/** The pieces of messages in a text, between what differs from case to case. */
const piecesOf = (words: string): string[] =>
  [...words.matchAll(/"([^"]+)"/g)]
    .map(([, message = '']) => message)
    .filter((message) => !FOREIGN.includes(message))
    .flatMap((message) => message.split('…'))
    .map((piece) => piece.replace(/^[\s,:.)(]+|[\s,:.)(]+$/g, ''))
    .filter((piece) => piece !== '');

const said = headingsIn(text).flatMap((heading) => piecesOf(heading).map((piece) => [piece] as const));

it('messages are looked up by their words', () => {
  expect(said.length).toBeGreaterThan(20);
});

it.each(said)('somebody says "%s"', (piece) => {
  // Not `toContain`, which would show all of the sources.
  expect(sources.includes(piece)).toBe(true);
});

it('every kind of failure is told of', () => {
  for (const kind of FAILURE_KINDS) expect(text).toContain(`| \`${kind}\``);
});
