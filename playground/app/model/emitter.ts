type Listeners<Events> = { [Name in keyof Events]?: Set<(payload: Events[Name]) => void> };

/** Typed events: the names and payloads of one object, and nothing global. */
export class Emitter<Events extends object> {
  readonly #listeners: Listeners<Events> = {};

  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): () => void {
    const known = this.#listeners[name] ?? new Set();
    known.add(listener);
    this.#listeners[name] = known;
    return () => {
      known.delete(listener);
    };
  }

  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const listener of [...(this.#listeners[name] ?? [])]) listener(payload);
  }
}
