import type { Snackbar } from '../elements/snackbar.ts';
import { StatusBar } from '../elements/status-bar.ts';
import type { Runtime } from '../execution/runtime.ts';
import type { NotebookDocument } from '../model/notebook-document.ts';
import { addCellRow } from './add-cell-row.ts';
import { el } from './dom.ts';
import { makeHeader } from './header.ts';
import { makeLeftPane } from './left-pane.ts';
import type { Menus } from './menus.ts';
import type { NotebookView } from './notebook-view.ts';
import { makeToolbar } from './toolbar.ts';

export interface PageParts {
  notebook: NotebookDocument;
  runtime: Runtime;
  view: NotebookView;
  menus: Menus;
  snackbar: Snackbar;
}

/** Puts the page together, with the nesting that a Colab page has. */
export function buildPage(parts: PageParts): StatusBar {
  const content = el('div', { class: 'notebook-content' }, addCellRow(), parts.view.list);
  const scroller = el(
    'colab-scroller',
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
    el(
      'div',
      { class: 'notebook-vertical' },
      makeHeader(parts.notebook, parts.menus),
      makeToolbar(parts.runtime),
      el('div', { class: 'notebook-horizontal' }, makeLeftPane(parts.notebook), tabs),
      status,
    ),
  );
  parts.menus.attach();
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
