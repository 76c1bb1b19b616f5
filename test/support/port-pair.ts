import type { Events, Runtime } from 'webextension-polyfill';

class ListenerList<Listener extends (...args: never[]) => unknown> implements Events.Event<Listener> {
  readonly all = new Set<Listener>();
  addListener(listener: Listener): void {
    this.all.add(listener);
  }
  removeListener(listener: Listener): void {
    this.all.delete(listener);
  }
  hasListener(listener: Listener): boolean {
    return this.all.has(listener);
  }
  hasListeners(): boolean {
    return this.all.size > 0;
  }
}

/** One end of a Port as Chrome has it: the side that disconnects is not told. */
export class PortEnd implements Runtime.Port {
  readonly name = 'port';
  readonly onMessage = new ListenerList<(message: unknown, port: Runtime.Port) => void>();
  readonly onDisconnect = new ListenerList<(port: Runtime.Port) => void>();
  #other: PortEnd | null = null;

  static pair(): [PortEnd, PortEnd] {
    const [one, other] = [new PortEnd(), new PortEnd()];
    one.#other = other;
    other.#other = one;
    return [one, other];
  }

  postMessage(message: unknown): void {
    const other = this.#other;
    if (!other) throw new Error('Attempting to use a disconnected port object');
    const copy: unknown = structuredClone(message);
    queueMicrotask(() => {
      if (other.#other) for (const listener of other.onMessage.all) listener(copy, other);
    });
  }

  disconnect(): void {
    const other = this.#other;
    if (!other) return;
    this.#other = null;
    other.#other = null;
    queueMicrotask(() => {
      for (const listener of other.onDisconnect.all) listener(other);
    });
  }
}
