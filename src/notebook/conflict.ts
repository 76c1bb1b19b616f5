import { Failure } from './failure.ts';

const SHOWN_CHARS = 2_000;

/** Nothing was done, because the cell is not what whoever asked takes it for. Shows what is there now. */
export function conflict(
  why: string,
  { text, revision }: { text: string; revision: string },
  next = `Look at the current text, then try again with expectedRevision "${revision}".`,
): Failure {
  return new Failure(
    'conflict',
    `${why} Nothing was done. It is at revision ${revision} now and reads:\n${fenced(text)}`,
    next,
  );
}

/** In a fence of its own, longer than any in the text: so that the text cannot pass for words of ours. */
export function fenced(text: string): string {
  const shown = text.length > SHOWN_CHARS ? text.slice(0, SHOWN_CHARS) : text;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const cut = text.length > SHOWN_CHARS ? `\n… (${text.length} characters in all)` : '';
  return `${fence}\n${shown}${shown.endsWith('\n') || shown === '' ? '' : '\n'}${fence}${cut}`;
}

/** The same failure for somebody who may not read the cell: what is in a fence is left out. */
export function withoutText({ kind, message, next }: Failure): Failure {
  const bare = (said: string): string =>
    said.replace(/\n`{3,}\n[\s\S]*$/, ' (not shown: you may not read it).');
  return new Failure(kind, bare(message), bare(next));
}
