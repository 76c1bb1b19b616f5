import { el } from './dom.ts';
import { icon } from './icons.ts';

/** The row between two cells, seen on hover, that adds a cell there. */
export function addCellRow(): HTMLElement {
  const row = el('div', { class: 'add-cell' });
  row.append(
    el(
      'div',
      { class: 'add-cell-buttons' },
      el('md-outlined-button', { class: 'add-code add-button' }, icon('add'), 'Code'),
      el('md-outlined-button', { class: 'add-text add-button' }, icon('add'), 'Text'),
    ),
    el('hr'),
  );
  return row;
}
