import { keepShown } from '../consent/keep-shown.ts';
import { keepKeys } from '../shared/own-keys.ts';
import { pageStyles } from './styles.ts';

const HOST = 'cellwire-page';

/** What somebody does in our controls is none of the page's business. */
const OWN_EVENTS = [
  ...['beforeinput', 'input', 'paste', 'copy', 'cut'],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'wheel'],
];

export interface Layer {
  /** Where things are drawn. */
  ui: HTMLElement;
  hasFocus(): boolean;
  remove(): void;
}

/** An invisible sheet over the whole window, in a closed shadow root in the top layer, that lets every click through but those on our controls. */
export function showLayer(shown: () => void): Layer {
  const host = document.createElement('div');
  host.id = HOST;
  const root = host.attachShadow({ mode: 'closed' });
  root.adoptedStyleSheets = [pageStyles()];
  const ui = document.createElement('div');
  ui.className = 'ui';
  root.append(ui);
  for (const type of OWN_EVENTS) root.addEventListener(type, (event) => event.stopPropagation());
  // Pressing a button with the mouse must not take the caret out of the user's cell.
  root.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
  });
  const ended = new AbortController();
  keepKeys(host, ended.signal);
  const takeAway = keepShown(host, {
    shown,
    givenUp: () =>
      console.warn('Cellwire: the page does not let its controls stand. They are in the side panel.'),
  });
  const remove = (): void => {
    ended.abort();
    takeAway();
  };
  return { ui, hasFocus: () => root.activeElement !== null, remove };
}
