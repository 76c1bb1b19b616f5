import type { Events, Runtime } from 'webextension-polyfill';

export class ListenerList<Listener extends (...args: never[]) => unknown> implements Events.Event<Listener> {
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
  readonly name: string;
  readonly onMessage = new ListenerList<(message: unknown, port: Runtime.Port) => void>();
  readonly onDisconnect = new ListenerList<(port: Runtime.Port) => void>();
  readonly sender?: Runtime.MessageSender;
  #other: PortEnd | null = null;

  private constructor(name: string, sender?: Runtime.MessageSender) {
    this.name = name;
    if (sender) this.sender = sender;
  }

  /** The first belongs to whoever opened it, who is known to the second. */
  static pair(name = 'port', sender?: Runtime.MessageSender): [PortEnd, PortEnd] {
    const [one, other] = [new PortEnd(name), new PortEnd(name, sender)];
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
