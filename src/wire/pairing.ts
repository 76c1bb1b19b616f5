/**
 * How the two worlds of a tab find each other. Both starters run at document_start, before any script of the
 * page, and events on `window` are delivered synchronously to both worlds: the port changes hands while nobody
 * else is there to listen. Frames and output iframes have a window of their own and cannot dispatch on this
 * one. Measured on Chromium 156: a MessageEvent carries its ports across worlds.
 *
 * The page agent itself comes later, into a world where scripts of the page have run. It registers in a slot that
 * the page can see, and even use, but not replace. Each who registers gets a number, and only the one that the
 * worker has got as the value of the script that it brought in is ever started.
 *
 * When the extension is updated, the page and both starters stay, and the new version brings in a starter into a world of
 * its own. It asks for a channel by an event; the first starter hears that before any listener of the page, and lets
 * nobody else hear it.
 */
const OFFER = 'cellwire:offer';
const ASK = 'cellwire:ask';
const SUCCEED = 'cellwire:succeed';
const SUCCEEDED = 'cellwire:succeeded';
const SLOT = 'cellwire:page-agents';

/** The number of the page agent that has just registered, as the last expression of its own script: see vite.config.ts. */
export const NUMBER_EXPRESSION = `window[${JSON.stringify(SLOT)}]()`;

type StartPageAgent = (port: MessagePort) => void;

/** `window` cannot be replaced; by the time a page agent comes, `Reflect` and `globalThis` may be the page's own. */
declare const window: { [SLOT]?: (start: StartPageAgent) => number };

/** What the other world says on the channel between the starters; each message brings a port. */
interface Told {
  pageAgent?: number;
  successor?: true;
}

/** MAIN world: hands one end of a fresh channel to the starter of the other world, and starts the page agents that it names. */
export function offerPageAgents(): void {
  // No prototype, no methods: by the time they are used, the page may have replaced those.
  const registered: Record<number, StartPageAgent> = Object.create(null);
  let count = 0;
  const serve = (channel: MessagePort): void => {
    channel.onmessage = ({ data, ports }: MessageEvent<Told | null>) => {
      const port = ports[0];
      if (!port) return;
      if (data?.successor) serve(port);
      else registered[data?.pageAgent ?? 0]?.(port);
    };
  };
  serve(offerChannel());
  Object.defineProperty(window, SLOT, {
    value: (start?: StartPageAgent): number => {
      if (start) registered[++count] = start;
      return count;
    },
  });
}

/** Isolated world: has the page agent of this number speak on this port. */
export function startPageAgent(channel: MessagePort, pageAgent: number, port: MessagePort): void {
  const told: Told = { pageAgent };
  channel.postMessage(told, [port]);
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

/**
 * Isolated world: takes the first channel offered and is deaf to later offers, whichever of the two starters runs first.
 * `isSuccessor`: a version of the extension that was here before has handed it on.
 */
export function takeChannel(taken: (channel: MessagePort, isSuccessor: boolean) => void): void {
  const { port1, port2 } = new MessageChannel();
  const isHandedOn = !dispatchEvent(new MessageEvent(SUCCEED, { ports: [port2], cancelable: true }));
  if (isHandedOn) {
    taken(port1, true);
    return;
  }
  const receive = (event: Event): void => {
    const port = portOf(event);
    if (!port) return;
    removeEventListener(OFFER, receive);
    event.preventDefault();
    taken(port, false);
  };
  addEventListener(OFFER, receive);
  dispatchEvent(new Event(ASK));
}

/** What a starter is asked when another may have come in its place. */
export interface Predecessor {
  /** Its extension is gone. */
  isOrphan: boolean;
  leave: (isForAnother: boolean) => void;
}

/**
 * Isolated world, at document_start: gives whichever starter comes later, when this one's extension is gone, a channel of
 * its own. Those that come later leave it to the first, which alone hears it before the page does.
 */
export function handOn(channel: MessagePort, starter: Pick<Predecessor, 'isOrphan'>): void {
  const give = (event: Event): void => {
    const port = portOf(event);
    if (!port || !starter.isOrphan) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const told: Told = { successor: true };
    channel.postMessage(told, [port]);
    dispatchEvent(new Event(SUCCEEDED));
  };
  addEventListener(SUCCEED, give, true);
}

/** Isolated world: leaves when another has come in its place. Anybody may say so, but not make it true. */
export function leaveToSuccessor(starter: Predecessor): void {
  addEventListener(SUCCEEDED, () => {
    if (starter.isOrphan) starter.leave(true);
  });
}

function portOf(event: Event): MessagePort | undefined {
  return event instanceof MessageEvent ? event.ports[0] : undefined;
}
