/**
 * How the two content scripts of a tab find each other. Both run at document_start, before any script
 * of the page, and events on `window` are delivered synchronously to both worlds: the port changes hands
 * while nobody else is there to listen. Frames and output iframes have a window of their own and cannot
 * dispatch on this one. Measured on Chromium 156: a MessageEvent carries its ports across worlds.
 */
const OFFER = 'cellwire:offer';
const ASK = 'cellwire:ask';

/** Page agent: hands one end of a fresh channel to the session, whichever of the two runs first, and only once. */
export function offerChannel(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const offer = (): void => {
    // Whoever takes it says so by preventing the default; then nobody can ask for it any more.
    const taken = !dispatchEvent(new MessageEvent(OFFER, { ports: [port2], cancelable: true }));
    if (taken) removeEventListener(ASK, offer);
  };
  addEventListener(ASK, offer);
  offer();
  return port1;
}

/** Session: takes the first port offered and is deaf to later offers. */
export function takeChannel(taken: (port: MessagePort) => void): void {
  const receive = (event: Event): void => {
    if (!(event instanceof MessageEvent)) return;
    const [port] = event.ports;
    if (!port) return;
    removeEventListener(OFFER, receive);
    event.preventDefault();
    taken(port);
  };
  addEventListener(OFFER, receive);
  dispatchEvent(new Event(ASK));
}
