import DOMPurify from 'dompurify';
import { marked } from 'marked';

/** Markdown as safe nodes; a fragment, because this page takes no HTML from strings. */
export function renderMarkdown(source: string): DocumentFragment {
  const html = marked.parse(source, { async: false, gfm: true });
  return DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['target'] });
}
