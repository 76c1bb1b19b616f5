import { el } from './dom.ts';
import type { FromFrame, ToFrame } from './output-frame-messages.ts';

const MAX_HEIGHT = 1200;

/** HTML from the kernel, in a sandboxed frame of another origin, as tall as what it shows. */
export function makeOutputFrame(mime: string, content: string, classes: string): HTMLElement {
  const frame = el('iframe', {
    attrs: {
      src: frameAddress(),
      sandbox: 'allow-scripts allow-forms allow-popups allow-downloads',
      title: 'Output',
    },
  });
  const box = el('div', { class: `outputview ${classes}` }, el('colab-dom-lifecycle-events'), frame);
  // The listener goes with the frame: once it has left the page, the next message removes it.
  const listen = (event: MessageEvent<FromFrame>) => {
    if (!frame.isConnected) return window.removeEventListener('message', listen);
    if (event.source !== frame.contentWindow) return;
    if (event.data.type === 'playground-frame-ready') {
      const message: ToFrame = { type: 'playground-show', mime, content };
      frame.contentWindow?.postMessage(message, '*');
    } else if (event.data.type === 'playground-height') {
      frame.style.height = `${Math.min(event.data.height, MAX_HEIGHT)}px`;
    }
  };
  window.addEventListener('message', listen);
  return box;
}

/** Colab serves frames from a host of their own; on localhost the sandbox alone makes the origin foreign. */
function frameAddress(): string {
  const query = `?vrz=${encodeURIComponent(window.colabVersionTag)}`;
  if (!location.hostname.endsWith('.google.com')) return `/outputframe.html${query}`;
  const hash = Math.random().toString(36).slice(2, 12);
  return `https://${hash}-0-colab.googleusercontent.com/outputframe.html${query}`;
}
