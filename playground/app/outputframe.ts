import './styles/theme.css';
import './styles/outputs.css';
import './styles/outputframe.css';
import { el } from './view/dom.ts';
import type { FromFrame, ToFrame } from './view/output-frame-messages.ts';
import { drawShown, type ShownOutput } from './view/shown-output.ts';

/** The page inside an output frame: shows what it is given and reports how tall that is. */
const body = document.querySelector('#output-body');
const tell = (message: FromFrame) => window.parent.postMessage(message, '*');

window.addEventListener('message', (event: MessageEvent<ToFrame>) => {
  if (event.source !== window.parent || !body) return;
  const message = event.data;
  if (message.type === 'playground-show') {
    document.documentElement.setAttribute('theme', message.theme);
    body.replaceChildren(...message.outputs.map(draw));
  } else if (message.type === 'playground-put') {
    const before = body.children[message.index];
    if (before) before.replaceWith(draw(message.output));
    else body.append(draw(message.output));
  }
});

function draw(shown: ShownOutput): HTMLElement {
  return drawShown(shown, ({ kind, classes, text }) => {
    const content = kind === 'html' ? document.createRange().createContextualFragment(text) : script(text);
    return el('div', { class: `${classes} output_html` }, content);
  });
}

/** A fragment made by a range runs its scripts; a bare script has to be made by hand. */
function script(source: string): HTMLScriptElement {
  const element = document.createElement('script');
  element.textContent = source;
  return element;
}

new ResizeObserver(() => {
  tell({
    type: 'playground-height',
    height: Math.ceil(document.documentElement.getBoundingClientRect().height),
  });
}).observe(document.documentElement);
tell({ type: 'playground-frame-ready' });
