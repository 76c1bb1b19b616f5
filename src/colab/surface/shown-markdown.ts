import { ICON, NOT_SHOWN } from './selectors.ts';

const BLOCKS = new Set(['p', 'div', 'ul', 'ol', 'li', 'pre', 'blockquote', 'table', 'tr', 'hr', 'section']);
const HEADING = /^h([1-6])$/;

/**
 * Markdown that says what a rendered text shows. It is not the source, which the page does not give, but headings,
 * lists and code are seen for what they are.
 */
export function renderedText(rendered: Element): string {
  return blocksOf(rendered)
    .join('\n\n')
    .replace(/\u00a0/g, ' ');
}

function blocksOf(element: Element): string[] {
  const blocks: string[] = [];
  let line = '';
  const end = (): void => {
    const text = line.replace(/[ \t]+/g, ' ').trim();
    if (text !== '') blocks.push(text);
    line = '';
  };
  for (const node of element.childNodes) {
    if (node instanceof Element && isBlock(node)) {
      end();
      blocks.push(...block(node));
    } else line += inline(node);
  }
  end();
  return blocks;
}

function isBlock(element: Element): boolean {
  if (BLOCKS.has(element.localName) || HEADING.test(element.localName)) return true;
  return [...element.children].some((child) => isBlock(child));
}

function block(element: Element): string[] {
  const level = HEADING.exec(element.localName)?.[1];
  if (level !== undefined) return [`${'#'.repeat(Number(level))} ${inlineOf(element).trim()}`];
  switch (element.localName) {
    case 'pre':
      return [`\`\`\`\n${(element.textContent ?? '').replace(/\n$/, '')}\n\`\`\``];
    case 'ul':
    case 'ol':
      return [listOf(element)];
    case 'blockquote':
      return [blocksOf(element).join('\n\n').replace(/^/gm, '> ')];
    case 'tr':
      return [`| ${[...element.children].map((cell) => inlineOf(cell).trim()).join(' | ')} |`];
    case 'table':
      return [[...element.querySelectorAll('tr')].flatMap(block).join('\n')];
    case 'hr':
      return ['---'];
    default:
      return blocksOf(element);
  }
}

function listOf(list: Element): string {
  const items = [...list.children].map((item, at) => {
    const mark = list.localName === 'ol' ? `${at + 1}. ` : '- ';
    return (
      mark +
      blocksOf(item)
        .join('\n')
        .replace(/\n/g, `\n${' '.repeat(mark.length)}`)
    );
  });
  return items.join('\n');
}

function inlineOf(element: Element): string {
  return [...element.childNodes].map(inline).join('');
}

function inline(node: Node): string {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '';
  if (node.matches(NOT_SHOWN) || node.matches(ICON)) return '';
  const text = inlineOf(node);
  switch (node.localName) {
    case 'strong':
    case 'b':
      return `**${text}**`;
    case 'em':
    case 'i':
      return `*${text}*`;
    case 'code':
      return `\`${text}\``;
    case 'a':
      return `[${text}](${node.getAttribute('href') ?? ''})`;
    case 'img':
      return `![${node.getAttribute('alt') ?? ''}](${shortAddress(node.getAttribute('src') ?? '')})`;
    case 'br':
      return '\n';
    default:
      return text;
  }
}

/** A picture may stand in its own address. */
function shortAddress(address: string): string {
  return address.startsWith('data:') ? 'data:' : address;
}
