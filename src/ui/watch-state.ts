/** The service worker is stopped after half a minute without work; then the Port is opened again. */
const REOPEN_MS = 250;

/** As much of a Port as is used here. */
interface StatePort<State> {
  onMessage: { addListener: (listener: (state: State) => void) => void };
  onDisconnect: { addListener: (listener: () => void) => void };
}

interface Watching<State> {
  open: () => StatePort<State>;
  onState: (state: State) => void;
  /** The other end is gone; true when it is worth trying again. */
  onLost: () => boolean;
}

/** Shows state that is pushed over a Port: the whole of it at once, and again whenever it has changed. */
export function watchState<State>({ open, onState, onLost }: Watching<State>): void {
  const port = open();
  port.onMessage.addListener(onState);
  port.onDisconnect.addListener(() => {
    // Chrome complains of an error that nobody looked at.
    void chrome.runtime.lastError;
    if (onLost()) setTimeout(() => watchState({ open, onState, onLost }), REOPEN_MS);
  });
}
