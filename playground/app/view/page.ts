import type { CollaboratorBar, LastSavedIndicator } from '../elements/indicators.ts';
import type { Snackbar } from '../elements/snackbar.ts';
import { StatusBar } from '../elements/status-bar.ts';
import type { Runtime } from '../execution/runtime.ts';
import type { NotebookDocument } from '../model/notebook-document.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { addCellRow } from './add-cell-row.ts';
import { el } from './dom.ts';
import { makeHeader } from './header.ts';
import { makeLeftPane } from './left-pane.ts';
import type { Menus } from './menus.ts';
import type { NotebookView } from './notebook-view.ts';
import { pageFurniture } from './page-furniture.ts';
import { makeToolbar } from './toolbar.ts';

export interface PageParts {
  notebook: NotebookDocument;
  runtime: Runtime;
  view: NotebookView;
  menus: Menus;
  snackbar: Snackbar;
  behaviour: Behaviour;
  saved: LastSavedIndicator;
  collaborators: CollaboratorBar;
}

/** Puts the page together, with the nesting that a Colab page has. */
export function buildPage(parts: PageParts): StatusBar {
  const { behaviour } = parts;
  const classes = behaviour.isReadOnly ? 'notebook-content readonly' : 'notebook-content';
  const content = el('div', { class: classes }, addCellRow(), parts.view.list);
  const scroller = el(
    behaviour.isOlder ? 'colab-shaded-scroller' : 'colab-scroller',
    { id: 'notebook-main', class: 'notebook-container', attrs: { role: 'main', tabindex: '-1' } },
    el(
      'div',
      { class: 'notebook-scrolling-horizontal-container' },
      el(
        'div',
        { class: 'notebook-scrolling-horizontal' },
        el('div', { class: 'notebook-content-background' }, content),
      ),
    ),
  );
  const tab = el(
    'colab-tab',
    { class: 'layout vertical grow notebook-tab-content selected-tab' },
    el('div', { class: 'overflow-flexbox-workaround' }, scroller),
  );
  const pane = el('colab-tab-pane', { class: 'layout vertical grow no-header focused' }, tab);
  const tabs = el('colab-tab-layout-container', { class: 'layout horizontal grow flexible-tabs' }, pane);
  const status = makeStatusBar(parts);
  document.body.append(
    parts.snackbar,
    el('colab-snackbar', { id: 'message-area-secondary', class: 'message-area' }),
    el(
      'div',
      { class: 'notebook-vertical' },
      makeHeader(parts),
      makeToolbar(parts.runtime, behaviour),
      el('div', { class: 'notebook-horizontal' }, makeLeftPane(parts.notebook), tabs),
      status,
    ),
  );
  parts.menus.attach();
  document.body.append(...pageFurniture());
  return status;
}

function makeStatusBar({ runtime }: PageParts): StatusBar {
  const status = new StatusBar();
  status.setAttribute('role', 'region');
  status.show('Not connected', false);
  runtime.events.on('state', (state) => {
    const words = {
      connect: 'Not connected',
      allocating: 'Connecting…',
      busy: 'Executing…',
      'kernel idle': 'Idle',
    };
    status.show(words[state], state === 'kernel idle');
  });
  return status;
}
