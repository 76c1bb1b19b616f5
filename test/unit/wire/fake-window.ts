import { vi } from 'vitest';

/** As browsers have it; Node's own cannot be cancelled. */
class CancelableMessage extends Event {
  readonly ports: readonly MessagePort[];

  constructor(type: string, { ports = [], ...init }: MessageEventInit = {}) {
    super(type, init);
    this.ports = ports;
  }
}

const real = globalThis;

/** What `window` is to both worlds of a tab: the target of events, and the global object of the page's own. */
export class FakeWindow extends EventTarget {
  /** Scripts run one at a time, with this as their window. */
  during<T>(act: () => T): T {
    vi.stubGlobal('addEventListener', this.addEventListener.bind(this));
    vi.stubGlobal('removeEventListener', this.removeEventListener.bind(this));
    vi.stubGlobal('dispatchEvent', this.dispatchEvent.bind(this));
    vi.stubGlobal('MessageEvent', CancelableMessage);
    FakeWindow.#setGlobal(this);
    try {
      return act();
    } finally {
      FakeWindow.#setGlobal(real);
      vi.unstubAllGlobals();
    }
  }

  static #setGlobal(value: object): void {
    Object.defineProperty(real, 'globalThis', { value, configurable: true, writable: true });
  }
}
