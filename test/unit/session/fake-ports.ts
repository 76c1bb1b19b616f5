import { fakeBrowser } from '@webext-core/fake-browser';
import type { SessionFrame, SessionWord } from '../../../src/wire/messages.ts';
import { Inbox } from '../../support/inbox.ts';

class Listeners<Args extends unknown[]> {
  readonly #all: Array<(...args: Args) => void> = [];
  addListener(listener: (...args: Args) => void): void {
    this.#all.push(listener);
  }
  tell(...args: Args): void {
    for (const listener of this.#all) listener(...args);
  }
}

/** A Port to the link, seen from the session. */
export class FakePort {
  readonly name: string;
  readonly onMessage = new Listeners<[unknown]>();
  readonly onDisconnect = new Listeners<[]>();
  readonly frames = new Inbox<{ answers: unknown; text: string }>();
  /** What was said to the link itself. */
  readonly words: SessionWord[] = [];
  disconnected = false;
  /** The link has yet to say that it knows what begins. */
  isSilent = false;

  constructor(name: string) {
    this.name = name;
  }

  postMessage(frame: SessionFrame | SessionWord): void {
    if (this.disconnected) throw new Error('Attempting to use a disconnected port object');
    if ('text' in frame) this.frames.put(frame);
    else this.words.push(frame);
    if ('began' in frame && frame.runId === null && !this.isSilent)
      this.onMessage.tell({ heard: frame.began });
  }

  /** Chrome does not tell the side that disconnects. */
  disconnect(): void {
    this.disconnected = true;
  }

  /** The link has gone. */
  fall(): void {
    this.disconnected = true;
    this.onDisconnect.tell();
  }

  /** Asks as a server would, through the link. */
  async request(method: string, params: object = {}): Promise<unknown> {
    this.onMessage.tell(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { text } = await this.frames.take();
    return JSON.parse(text);
  }
}

/** The Ports that the extension's runtime has handed out, in order. */
export function installPorts(): FakePort[] {
  const ports: FakePort[] = [];
  Object.assign(fakeBrowser.runtime, {
    connect: ({ name }: { name: string }) => {
      const port = new FakePort(name);
      ports.push(port);
      return port;
    },
    getManifest: () => ({ version: '1.2.3' }),
  });
  return ports;
}
