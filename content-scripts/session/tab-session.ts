import browser from 'webextension-polyfill';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { Runner } from '../../src/runs/runner.ts';
import { askConsent } from '../../src/ui/consent/ask-consent.ts';
import type { Credentials, SessionMessage, SessionOrders } from '../../src/wire/messages.ts';
import { SESSION_PORT_PREFIX } from '../../src/wire/messages.ts';
import { createNotebookServer } from './notebook-server.ts';
import { place } from './place.ts';
import { PortTransport } from './port-transport.ts';

/** If the link goes away under us (the browser closed it, or it crashed), it is asked for again after this long. */
const REVIVE_MS = 500;

/** This tab's part in every link: attaches where access is allowed, asks the user where it is not. */
export class TabSession {
  readonly #notebook: Notebook;
  readonly #runs: Runner;
  readonly #attached = new Map<string, PortTransport>();
  readonly #asking = new Set<string>();
  #lastQuestion: Promise<unknown> = Promise.resolve();

  constructor(notebook: Notebook) {
    this.#notebook = notebook;
    this.#runs = new Runner(notebook);
  }

  async start(credentials: Credentials | null): Promise<void> {
    await this.#obey({ to: 'worker', type: 'session-started', place: place(), credentials });
  }

  follow({ attach, ask }: SessionOrders): void {
    for (const linkId of attach) this.#attach(linkId);
    for (const { linkId, port } of ask) void this.#ask(linkId, port);
  }

  /** The page is put aside or gone, or shows another notebook: nobody may work in it from here. */
  leave(): void {
    for (const transport of this.#attached.values()) void transport.close();
    this.#attached.clear();
  }

  async #obey(message: SessionMessage): Promise<void> {
    const asked = JSON.stringify(place());
    const orders: SessionOrders | undefined = await browser.runtime.sendMessage(message);
    // Orders are for the notebook that they were asked for; the tab may show another one by now.
    if (orders && JSON.stringify(place()) === asked) this.follow(orders);
  }

  #attach(linkId: string): void {
    if (this.#attached.has(linkId)) return;
    const port = browser.runtime.connect({ name: SESSION_PORT_PREFIX + linkId });
    const transport = new PortTransport(port);
    this.#attached.set(linkId, transport);
    const { version } = browser.runtime.getManifest();
    const onclose = (): void => this.#lost(linkId, transport);
    const server = createNotebookServer(this.#notebook, this.#runs, { version, onclose });
    void server.connect(transport);
  }

  #lost(linkId: string, transport: PortTransport): void {
    if (this.#attached.get(linkId) !== transport) return;
    this.#attached.delete(linkId);
    // An extension that was updated or removed leaves its old scripts behind, without a runtime.
    if (browser.runtime.id) setTimeout(() => void this.start(null), REVIVE_MS);
  }

  async #ask(linkId: string, port: number): Promise<void> {
    if (this.#asking.has(linkId)) return;
    this.#asking.add(linkId);
    // One question at a time: a click must not answer the one beneath as well.
    const asked = this.#lastQuestion.then(() => askConsent(port));
    this.#lastQuestion = asked;
    const answer = await asked;
    this.#asking.delete(linkId);
    if (answer === 'refused') await this.#obey({ to: 'worker', type: 'consent-refused', linkId });
    else
      await this.#obey({
        to: 'worker',
        type: 'consent-given',
        place: place(),
        linkId,
        remember: answer === 'always',
      });
  }
}
