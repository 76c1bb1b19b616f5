import { vi } from 'vitest';

/** As browsers have it; Node's own cannot be cancelled. */
class CancelableMessage extends Event {
  readonly ports: readonly MessagePort[];

  constructor(type: string, { ports = [], ...init }: MessageEventInit = {}) {
    super(type, init);
    this.ports = ports;
  }
}

/** What `window` is to both worlds of a tab: the target of events, and where page agents register. */
export class FakeWindow extends EventTarget {
  /** Scripts run one at a time, with this as their window. */
  during<T>(act: () => T): T {
    vi.stubGlobal('window', this);
    vi.stubGlobal('addEventListener', this.addEventListener.bind(this));
    vi.stubGlobal('removeEventListener', this.removeEventListener.bind(this));
    vi.stubGlobal('dispatchEvent', this.dispatchEvent.bind(this));
    vi.stubGlobal('MessageEvent', CancelableMessage);
    try {
      return act();
    } finally {
      vi.unstubAllGlobals();
    }
  }
}
