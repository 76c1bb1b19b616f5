import { fakeBrowser } from '@webext-core/fake-browser';
import type { Runtime } from 'webextension-polyfill';
import { Inbox } from './inbox.ts';
import { ListenerList, PortEnd } from './port-pair.ts';

/** Those who open a Port to this part of the extension. */
export class Visitors {
  readonly #listeners = new ListenerList<(port: Runtime.Port) => void>();

  static install(): Visitors {
    const visitors = new Visitors();
    Object.assign(fakeBrowser.runtime, { onConnect: visitors.#listeners });
    return visitors;
  }

  /** How many parts of the extension listen for them. */
  get listeners(): number {
    return this.#listeners.all.size;
  }

  /** Of who opens it nothing but the address counts. */
  open(name: string, sender?: { url?: string | undefined }): Visit {
    const [theirs, ours] = PortEnd.pair(
      name,
      sender && { ...(sender.url === undefined ? {} : { url: sender.url }) },
    );
    const visit = new Visit(theirs, ours);
    for (const listener of [...this.#listeners.all]) listener(ours);
    return visit;
  }
}

/** What somebody sees who opened such a Port. */
class Visit {
  readonly got = new Inbox<unknown>();
  readonly port: PortEnd;
  /** The end of whom it was opened to. */
  readonly other: PortEnd;
  isOpen = true;

  constructor(port: PortEnd, other: PortEnd) {
    this.port = port;
    this.other = other;
    port.onMessage.addListener((message) => this.got.put(message));
    port.onDisconnect.addListener(() => {
      this.isOpen = false;
    });
  }
}
