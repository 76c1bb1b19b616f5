/**
 * How the two worlds of a tab find each other. Both starters run at document_start, before any script of the
 * page, and events on `window` are delivered synchronously to both worlds: the port changes hands while nobody
 * else is there to listen. Frames and output iframes have a window of their own and cannot dispatch on this
 * one. Measured on Chromium 156: a MessageEvent carries its ports across worlds.
 *
 * The page agent itself comes later, into a world where scripts of the page have run. It registers in a slot that
 * the page can see, and even use, but not replace. Each who registers gets a number, and only the one that the
 * worker has got as the value of the script that it brought in is ever started.
 */
const OFFER = 'cellwire:offer';
const ASK = 'cellwire:ask';
const SLOT = 'cellwire:page-agents';

/** The number of the page agent that has just registered, as the last expression of its own script: see vite.config.ts. */
export const NUMBER_EXPRESSION = `window[${JSON.stringify(SLOT)}]()`;

type StartPageAgent = (port: MessagePort) => void;

/** `window` cannot be replaced; by the time a page agent comes, `Reflect` and `globalThis` may be the page's own. */
declare const window: { [SLOT]?: (start: StartPageAgent) => number };

/** MAIN world: hands one end of a fresh channel to the starter of the other world, and the other to one page agent. */
export function offerPageAgents(): void {
  const port = offerChannel();
  // No prototype, no methods: by the time they are used, the page may have replaced those.
  const registered: Record<number, StartPageAgent> = Object.create(null);
  let count = 0;
  port.onmessage = ({ data }) => {
    const start = registered[data?.pageAgent];
    if (!start) return;
    port.onmessage = null;
    start(port);
  };
  Object.defineProperty(window, SLOT, {
    value: (start?: StartPageAgent): number => {
      if (start) registered[++count] = start;
      return count;
    },
  });
}

/** The page agent: says how to start it. */
export function registerPageAgent(start: StartPageAgent): void {
  window[SLOT]?.(start);
}

function offerChannel(): MessagePort {
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

/** Isolated world: takes the first port offered and is deaf to later offers, whichever of the two runs first. */
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
