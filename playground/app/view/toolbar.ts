import { ConnectButton } from '../elements/connect-button.ts';
import type { Runtime } from '../execution/runtime.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { el } from './dom.ts';
import { type IconName, icon } from './icons.ts';

export function makeToolbar(runtime: Runtime, { isOlder }: Behaviour): HTMLElement {
  const connect = new ConnectButton(isOlder);
  connect.onPress(() => void runtime.connect());
  connect.update(runtime.state);
  runtime.events.on('state', (state) => connect.update(state));
  return el(
    'colab-notebook-toolbar',
    { id: 'top-toolbar', class: 'horizontal layout center noshrink' },
    button('toolbar-show-command-palette', 'show-command-palette', 'search', 'Commands'),
    el(
      'span',
      { class: 'toolbar-add-code-split' },
      button('toolbar-add-code', 'insert-cell-below', 'add', 'Code', 'split-button'),
    ),
    button('toolbar-add-text', 'add-text', 'add', 'Text'),
    el('span', { class: 'colab-separator' }),
    el('colab-notebook-toolbar-run-button'),
    el('span', { class: 'flex' }),
    connect,
  );
}

function button(id: string, command: string, name: IconName, label: string, classes = ''): HTMLElement {
  return el('colab-toolbar-button', { id, class: classes, attrs: { command } }, icon(name), label);
}
