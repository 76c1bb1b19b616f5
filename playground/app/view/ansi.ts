import { el } from './dom.ts';

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const ESCAPE = /\x1b\[([\d;]*)([A-Za-z])/g;

/** Terminal colours as spans with classes; other escape sequences are dropped. */
export function ansiToNodes(text: string): Node[] {
  const nodes: Node[] = [];
  let classes: string[] = [];
  let end = 0;
  const put = (piece: string) => {
    if (piece === '') return;
    const styled = classes.length > 0;
    nodes.push(
      styled ? el('span', { class: classes.join(' '), text: piece }) : document.createTextNode(piece),
    );
  };
  for (const match of text.matchAll(ESCAPE)) {
    put(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[2] === 'm') classes = nextClasses(classes, match[1] ?? '');
  }
  put(text.slice(end));
  return nodes;
}

function nextClasses(classes: readonly string[], codes: string): string[] {
  let next = [...classes];
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) next = [];
    else if (code === 1) next.push('ansi-bold');
    else if (code === 22) next = next.filter((name) => name !== 'ansi-bold');
    else if (code === 39) next = withoutColour(next);
    else if (code >= 30 && code <= 37) next = [...withoutColour(next), `ansi-${NAMES[code - 30]}`];
    else if (code >= 90 && code <= 97) next = [...withoutColour(next), `ansi-${NAMES[code - 90]}`];
  }
  return next;
}

function withoutColour(classes: readonly string[]): string[] {
  return classes.filter((name) => name === 'ansi-bold');
}

/** What a terminal would show: a carriage return goes back to the start of the line. */
export function applyCarriageReturns(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\r').reduce((shown, part) => part + shown.slice(part.length), ''))
    .join('\n');
}
