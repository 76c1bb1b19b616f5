import type { CollaboratorBar, LastSavedIndicator } from '../elements/indicators.ts';
import type { NotebookDocument } from '../model/notebook-document.ts';
import markUrl from '../styles/mark.svg';
import { el } from './dom.ts';
import type { Menus } from './menus.ts';

interface HeaderParts {
  notebook: NotebookDocument;
  menus: Menus;
  saved: LastSavedIndicator;
  collaborators: CollaboratorBar;
}

export function makeHeader({ notebook, menus, saved, collaborators }: HeaderParts): HTMLElement {
  const name = el('input', {
    id: 'doc-name',
    class: 'doc-name',
    attrs: { command: 'rename', 'aria-label': 'Notebook name', spellcheck: 'false' },
  });
  const show = () => {
    name.value = notebook.title;
    name.style.width = `${Math.max(notebook.title.length, 8) + 1}ch`;
    document.title = `${notebook.title} - Colab`;
  };
  name.addEventListener('change', () => {
    notebook.title = name.value.trim() || notebook.title;
    show();
  });
  notebook.events.on('title', show);
  show();
  collaborators.id = 'collaborator-bar';
  const logo = el('img', {
    class: 'colab-large-icon',
    attrs: { src: markUrl, alt: 'Playground', width: '38', height: '38' },
  });
  const toolbar = el(
    'div',
    { id: 'header-doc-toolbar', class: 'flex' },
    el('div', { id: 'document-info' }, name, saved),
    el('div', { class: 'menubar-wrapper' }, menus.bar),
  );
  const right = el(
    'div',
    { id: 'header-right' },
    collaborators,
    el('span', { class: 'playground-badge', text: 'Playground' }),
  );
  const content = el('div', { id: 'header-content' }, el('div', { id: 'header-logo' }, logo), toolbar, right);
  const header = el(
    'div',
    { id: 'header', class: 'horizontal layout' },
    el('div', { id: 'header-background' }),
    content,
  );
  return el('div', { class: 'top-floater' }, el('div', { attrs: { role: 'banner' } }, header));
}
