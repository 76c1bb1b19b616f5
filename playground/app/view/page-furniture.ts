import { el } from './dom.ts';
import { icon } from './icons.ts';

/**
 * What else a real page has in its body, and a client could mistake for something that waits for the user: the
 * comments, a hint that is open, and the element of another extension. None of them is in anybody's way.
 */
export function pageFurniture(): HTMLElement[] {
  const callout = el(
    'colab-callout',
    { attrs: { opened: '', role: 'tooltip' } },
    icon('close'),
    el('span', { text: 'Press Ctrl+M H for all keyboard shortcuts.' }),
    el('md-text-button', { text: 'Got it' }),
  );
  const checker = el('writing-checker-toolbar', { attrs: { role: 'dialog', 'data-extension': '' } });
  return [el('dialog', { class: 'doc-comments-area', attrs: { open: '' } }), callout, checker];
}
