import type { FromActivity } from '../../../src/wire/pushed-state.ts';

type Listener<Args extends unknown[]> = (...args: Args) => void;

export class FakeEvent<Args extends unknown[]> {
  readonly #listeners: Listener<Args>[] = [];
  addListener = (listener: Listener<Args>): void => void this.#listeners.push(listener);
  fire(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}

/** A Port to the session of a tab, seen from a page of the extension. */
export class FakePort {
  readonly onMessage = new FakeEvent<[FromActivity]>();
  readonly onDisconnect = new FakeEvent<[]>();
  readonly posted: unknown[] = [];
  isDisconnected = false;

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  /** Chrome does not tell the side that disconnects. */
  disconnect(): void {
    this.isDisconnected = true;
  }
}
