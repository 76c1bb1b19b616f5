export interface HtmlListener {
  /** Text between tags, entities undecoded. */
  text: (text: string) => void;
  /** A start or end tag; the name in small letters. */
  tag: (name: string, isEnd: boolean) => void;
}

const TAG_NAME = /<(\/?)([a-z][a-z0-9:-]*)/iy;
/** Their content is no HTML: it ends at their end tag and nowhere else. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp']);

/**
 * Reads HTML as it comes, well-formed or not, without a DOM, in time that grows with its length only.
 * The contents of scripts and styles are passed over, and so are comments.
 */
export function readHtml(html: string, listener: HtmlListener): void {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    listener.text(html.slice(at, open));
    TAG_NAME.lastIndex = open;
    const [, slash, rawName] = TAG_NAME.exec(html) ?? [];
    if (rawName !== undefined) {
      const name = rawName.toLowerCase();
      const end = endOfTag(html, open + rawName.length);
      if (end < 0) return;
      at = slash === '' && RAW.has(name) ? endOfRaw(html, name, end) : end;
      listener.tag(name, slash === '/');
    } else if (html.startsWith('<!--', open)) {
      at = after(html, '-->', open + 4);
    } else if (/[!?/]/.test(html.charAt(open + 1))) {
      at = after(html, '>', open);
    } else {
      listener.text('<');
      at = open + 1;
    }
  }
  listener.text(html.slice(at));
}

/** Behind the `>`; one inside a quoted value does not count. -1 when the tag never ends. */
function endOfTag(html: string, from: number): number {
  const marks = /=\s{0,8}(["'])|>/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    const quote = mark[1];
    if (quote === undefined) return marks.lastIndex;
    const close = html.indexOf(quote, marks.lastIndex);
    if (close < 0) return -1;
    marks.lastIndex = close + 1;
  }
  return -1;
}

function endOfRaw(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = from;
  const found = end.exec(html);
  return found ? found.index : html.length;
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}
