type Listener = (payload: unknown) => void;
type Subscribe = (listener: Listener) => () => void;

/** Closure's way of listening: by event name, and taken back with the same function. */
export function listenable(sources: Record<string, Subscribe>) {
  const releases = new Map<Listener, () => void>();
  const listen = (name: string, listener: Listener) => {
    const source = sources[name];
    if (source) releases.set(listener, source(listener));
  };
  const unlisten = (_name: string, listener: Listener) => {
    releases.get(listener)?.();
    releases.delete(listener);
  };
  const listenOnce = (name: string, listener: Listener) => {
    const source = sources[name];
    if (!source) return;
    const release = source((payload) => {
      release();
      releases.delete(listener);
      listener(payload);
    });
    releases.set(listener, release);
  };
  return { listen, unlisten, listenOnce };
}
