import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { projectRoot } from '../../scripts/setup/command.mjs';

export interface Page {
  /** From the project's folder, with slashes. */
  path: string;
  text: string;
}

/** What people read: README, CONTRIBUTING and everything in docs. */
export function pages(): Page[] {
  const inDocs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.split(sep).join('/')}`);
  return ['README.md', 'CONTRIBUTING.md', ...inDocs.sort()].map(pageAt);
}

export const pageAt = (path: string): Page => ({
  path,
  text: readFileSync(join(projectRoot, path), 'utf8'),
});

/** Every token of the page, also those within others. */
function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    found.push(token);
  });
  return found;
}

const isLink = (token: Token): token is Tokens.Link | Tokens.Image =>
  token.type === 'link' || token.type === 'image';

/** Where the page's links and pictures lead. */
export const targetsIn = (text: string): string[] =>
  tokensOf(text)
    .filter(isLink)
    .map(({ href }) => href);

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

export const headingsIn = (text: string): string[] =>
  tokensOf(text)
    .filter(isHeading)
    .map((heading) => heading.text);

/** The names that GitHub gives to a page's headings. */
export function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headingsIn(text)) {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = name;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${name}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code';
const isSpan = (token: Token): token is Tokens.Codespan => token.type === 'codespan';

/** Lines of blocks that are for a shell, and pieces of code in a sentence: whatever may be a command. */
export function commandsIn(text: string): string[] {
  const tokens = tokensOf(text);
  const blocks = tokens.filter(isCode).filter(({ lang }) => lang === 'sh');
  const lines = blocks.flatMap((block) => block.text.split('\n'));
  return [...lines, ...tokens.filter(isSpan).map((span) => span.text)];
}

/** The commands of a line: without comments and what is piped, and those behind `&&` apart. */
export const commandsOf = (line: string): string[] =>
  line
    .replace(/(^|\s)#.*$/, '')
    .replace(/\s*\|.*$/, '')
    .split('&&')
    .map((command) => command.trim());
