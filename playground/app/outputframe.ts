import './styles/outputframe.css';
import type { FromFrame, ToFrame } from './view/output-frame-messages.ts';

/** The page inside an output frame: shows what it is given and reports how tall that is. */
const body = document.querySelector('#output-body');
const tell = (message: FromFrame) => window.parent.postMessage(message, '*');

window.addEventListener('message', (event: MessageEvent<ToFrame>) => {
  if (event.source !== window.parent || event.data.type !== 'playground-show' || !body) return;
  const { mime, content } = event.data;
  if (mime === 'text/html') body.replaceChildren(document.createRange().createContextualFragment(content));
  else body.replaceChildren(script(content));
});

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
