import type { NotebookDocument } from '../model/notebook-document.ts';
import { el } from './dom.ts';
import { icon } from './icons.ts';

interface Heading {
  level: number;
  text: string;
  cellId: string;
}

/** The strip at the left, and the table of contents it opens. */
export function makeLeftPane(notebook: NotebookDocument): HTMLElement {
  const nib = el(
    'div',
    { class: 'colab-left-pane-nib layout vertical', attrs: { role: 'toolbar' } },
    el('div', { class: 'left-pane-top' }, el('div', { class: 'left-pane-button' }, paneButton())),
  );
  const list = el('div', { class: 'toc-list' });
  const contents = el(
    'div',
    { class: 'toc-pane', attrs: { hidden: '' } },
    el('h2', { text: 'Table of contents' }),
    list,
  );
  const pane = el('colab-left-pane', { attrs: { role: 'complementary' } }, nib, contents);
  pane.addEventListener('playground-toggle-toc', () => {
    list.replaceChildren(...headings(notebook).map(tocEntry));
    if (list.childElementCount === 0) list.append(el('p', { text: 'Headings in text cells show up here.' }));
    contents.toggleAttribute('hidden');
  });
  return pane;
}

function paneButton(): HTMLElement {
  const attrs = { command: 'show-toc-pane', 'aria-label': 'Table of contents', title: 'Table of contents' };
  return el('md-icon-button', { attrs }, icon('toc'));
}

function headings(notebook: NotebookDocument): Heading[] {
  return notebook.cells
    .filter((cell) => cell.kind === 'text')
    .flatMap((cell) =>
      [...cell.source.value.matchAll(/^(#{1,4})\s+(.+)$/gm)].map((match) => ({
        level: match[1]?.length ?? 1,
        text: match[2] ?? '',
        cellId: cell.id,
      })),
    );
}

function tocEntry(heading: Heading): HTMLElement {
  const entry = el('a', {
    class: `toc-entry level-${heading.level}`,
    text: heading.text,
    attrs: { tabindex: '0' },
  });
  entry.addEventListener('click', () => document.getElementById(`cell-${heading.cellId}`)?.scrollIntoView());
  return entry;
}
