import { el } from './dom.ts';
import type { FromFrame, ToFrame } from './output-frame-messages.ts';
import type { ShownOutput } from './shown-output.ts';

const MAX_HEIGHT = 1200;
const ALLOWED = 'allow-scripts allow-forms allow-popups allow-downloads';

/** Outputs in a sandboxed frame of another origin, which is as tall as what it shows. */
export class OutputFrame {
  readonly element: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  readonly #outputs: ShownOutput[];
  #isReady = false;

  constructor(outputs: readonly ShownOutput[]) {
    this.#outputs = [...outputs];
    this.#frame = el('iframe', { attrs: { ...source(), title: 'Output' } });
    this.element = el('div', { class: 'outputview' }, el('colab-dom-lifecycle-events'), this.#frame);
    window.addEventListener('message', this.#listen);
  }

  put(index: number, output: ShownOutput): void {
    this.#outputs[index] = output;
    if (this.#isReady) this.#send({ type: 'playground-put', index, output });
  }

  remove(): void {
    window.removeEventListener('message', this.#listen);
    this.element.remove();
  }

  readonly #listen = (event: MessageEvent<FromFrame>): void => {
    if (event.source !== this.#frame.contentWindow || event.source === null) return;
    if (event.data.type === 'playground-frame-ready') {
      // A frame that was moved in the page loads anew, and has forgotten everything.
      this.#isReady = true;
      const theme = document.documentElement.getAttribute('theme') ?? '';
      this.#send({ type: 'playground-show', outputs: this.#outputs, theme });
    } else if (event.data.type === 'playground-height') {
      this.#frame.style.height = `${Math.min(event.data.height, MAX_HEIGHT)}px`;
    }
  };

  #send(message: ToFrame): void {
    this.#frame.contentWindow?.postMessage(message, '*');
  }
}

/** Colab serves frames from an origin of their own; on localhost there is none, and the sandbox has to give one. */
function source(): { src: string; sandbox: string } {
  const query = `?vrz=${encodeURIComponent(window.colabVersionTag)}`;
  if (!location.hostname.endsWith('.google.com')) {
    return { src: `/outputframe.html${query}`, sandbox: ALLOWED };
  }
  const hash = Math.random().toString(36).slice(2, 12);
  const src = `https://${hash}-0-colab.googleusercontent.com/outputframe.html${query}`;
  return { src, sandbox: `${ALLOWED} allow-same-origin` };
}
