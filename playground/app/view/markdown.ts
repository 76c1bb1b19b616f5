import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import temml from 'temml';

/** `$…$` within a line, `$$…$$` on its own. What stands in code is none: Marked takes that first. */
const MATHS = /^(\${1,2})(?!\s|\$)((?:\\[\s\S]|[^$\\])+?)(?<!\s)\1(?!\d)/;

const marked = new Marked({ async: false, gfm: true }).use({
  extensions: [
    {
      name: 'maths',
      level: 'inline',
      start: (source) => source.indexOf('$'),
      tokenizer(source) {
        const [raw, marks, text] = MATHS.exec(source) ?? [];
        return raw === undefined ? undefined : { type: 'maths', raw, text, isBlock: marks === '$$' };
      },
      renderer: ({ text, isBlock }) => temml.renderToString(String(text), { displayMode: isBlock === true }),
    },
  ],
});

/** Markdown as safe nodes; a fragment, because this page takes no HTML from strings. */
export function renderMarkdown(source: string): DocumentFragment {
  const html = marked.parse(source, { async: false });
  return DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['target'] });
}
