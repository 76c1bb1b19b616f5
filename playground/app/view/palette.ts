import type { Command, Commands } from '../commands/commands.ts';
import { el } from './dom.ts';

/** Find a command by typing a part of its name. */
export function openPalette(commands: Commands): void {
  if (document.querySelector('.command-palette')) return;
  const input = el('input', { attrs: { placeholder: 'Search commands', 'aria-label': 'Search commands' } });
  const results = el('div', { class: 'command-palette-results', attrs: { role: 'listbox' } });
  const palette = el('div', { class: 'command-palette', attrs: { role: 'dialog' } }, input, results);
  const backdrop = el('div', { class: 'command-palette-backdrop' });
  let chosen = 0;
  let found: Command[] = [];
  const close = () => {
    backdrop.remove();
    palette.remove();
  };
  const run = (command: Command | undefined) => {
    close();
    if (command) commands.execute(command.id);
  };
  const draw = () => {
    const wanted = input.value.toLowerCase();
    found = commands.all.filter((command) => command.label.toLowerCase().includes(wanted));
    chosen = Math.max(0, Math.min(chosen, found.length - 1));
    results.replaceChildren(
      ...found.map((command, index) => resultItem(command, index === chosen, () => run(command))),
    );
    results.children[chosen]?.scrollIntoView({ block: 'nearest' });
  };
  input.addEventListener('input', draw);
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') run(found[chosen]);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      chosen += event.key === 'ArrowDown' ? 1 : -1;
      draw();
    }
  });
  backdrop.addEventListener('mousedown', close);
  document.body.append(backdrop, palette);
  draw();
  input.focus();
}

function resultItem(command: Command, chosen: boolean, run: () => void): HTMLElement {
  const item = el(
    'div',
    { class: 'command-palette-result-item', attrs: { role: 'option', 'aria-selected': String(chosen) } },
    el('span', { text: command.label }),
    el('span', { class: 'command-palette-result-shortcut', text: command.shortcut ?? '' }),
  );
  item.addEventListener('mousedown', (event) => {
    event.preventDefault();
    run();
  });
  return item;
}
