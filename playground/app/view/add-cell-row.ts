import { el } from './dom.ts';
import { icon } from './icons.ts';

/** The row above all cells, that adds the first one. */
export function addCellRow(): HTMLElement {
  return el('div', { class: 'add-cell' }, addButtons(), el('hr'));
}

/** The row between two cells. As in Colab its buttons are there only while the pointer is. */
export function addCellRowBetween(): HTMLElement {
  const row = el('div', { class: 'add-cell' }, el('hr'));
  row.addEventListener('pointerenter', () => row.prepend(addButtons()));
  row.addEventListener('pointerleave', () => row.querySelector('.add-cell-buttons')?.remove());
  return row;
}

function addButtons(): HTMLElement {
  return el(
    'div',
    { class: 'add-cell-buttons' },
    el('md-outlined-button', { class: 'add-code add-button' }, icon('add'), 'Code'),
    el('md-outlined-button', { class: 'add-text add-button' }, icon('add'), 'Text'),
  );
}
