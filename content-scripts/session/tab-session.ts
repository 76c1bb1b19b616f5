import browser from 'webextension-polyfill';
import type { Kernel } from '../../src/notebook/kernel.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { Runner } from '../../src/runs/runner.ts';
import type { ConsentAnswer } from '../../src/ui/consent/ask-consent.ts';
import { askConsent } from '../../src/ui/consent/ask-consent.ts';
import type { Credentials, NotebookPlace, SessionMessage, SessionOrders } from '../../src/wire/messages.ts';
import { SESSION_PORT_PREFIX } from '../../src/wire/messages.ts';
import { createNotebookServer } from './notebook-server.ts';
import { isShown, place } from './place.ts';
import { PortTransport } from './port-transport.ts';

/** If the link goes away under us (the browser closed it, or it crashed), it is asked for again after this long. */
const REVIVE_MS = 500;

/** This tab's part in every link: attaches where access is allowed, asks the user where it is not. */
export class TabSession {
  readonly #notebook: Notebook;
  readonly #kernel: Kernel;
  readonly #runs: Runner;
  readonly #attached = new Map<string, PortTransport>();
  /** Questions that the user has not answered, by link; each can be withdrawn. */
  readonly #questions = new Map<string, AbortController>();
  #lastQuestion: Promise<unknown> = Promise.resolve();

  constructor(notebook: Notebook, kernel: Kernel) {
    this.#notebook = notebook;
    this.#kernel = kernel;
    this.#runs = new Runner(notebook, kernel);
  }

  async start(credentials: Credentials | null): Promise<void> {
    const here = place();
    await this.#report({ to: 'worker', type: 'session-started', place: here, credentials }, here);
  }

  /** Orders are for the notebook that they were given for; the tab may show another one by now. */
  follow(givenFor: NotebookPlace, { attach, ask }: SessionOrders): void {
    if (!isShown(givenFor)) return;
    for (const linkId of attach) this.#attach(linkId);
    for (const { linkId, port } of ask) void this.#ask(linkId, port);
  }

  /** The page is put aside or gone, or shows another notebook: nobody may work in it, or be allowed to, from here. */
  leave(): void {
    const attached = [...this.#attached.values()];
    this.#attached.clear();
    for (const transport of attached) void transport.close();
    for (const question of this.#questions.values()) question.abort();
    this.#questions.clear();
  }

  async #report(message: SessionMessage, about: NotebookPlace): Promise<void> {
    const orders: SessionOrders | undefined = await browser.runtime.sendMessage(message);
    if (orders) this.follow(about, orders);
  }

  #attach(linkId: string): void {
    if (this.#attached.has(linkId)) return;
    const port = browser.runtime.connect({ name: SESSION_PORT_PREFIX + linkId });
    const transport = new PortTransport(port);
    this.#attached.set(linkId, transport);
    const { version } = browser.runtime.getManifest();
    const onclose = (): void => this.#lost(linkId, transport);
    const server = createNotebookServer(this.#notebook, this.#kernel, this.#runs, { version, onclose });
    void server.connect(transport);
  }

  #lost(linkId: string, transport: PortTransport): void {
    if (this.#attached.get(linkId) !== transport) return;
    this.#attached.delete(linkId);
    // An extension that was updated or removed leaves its old scripts behind, without a runtime.
    if (browser.runtime.id) setTimeout(() => void this.start(null), REVIVE_MS);
  }

  async #ask(linkId: string, port: number): Promise<void> {
    if (this.#questions.has(linkId)) return;
    const question = new AbortController();
    this.#questions.set(linkId, question);
    const asked = place();
    const answer = await this.#answerTo(port, question.signal);
    // After a withdrawal the link may have a new question already.
    if (this.#questions.get(linkId) !== question) return;
    // One that was not answered is asked again with the next orders.
    this.#questions.delete(linkId);
    if (answer === 'unanswered') return;
    const message: SessionMessage =
      answer === 'refused'
        ? { to: 'worker', type: 'consent-refused', linkId }
        : { to: 'worker', type: 'consent-given', place: asked, linkId, remember: answer === 'always' };
    await this.#report(message, asked);
  }

  /** One question at a time: a click must not answer the one beneath as well. */
  #answerTo(port: number, withdrawn: AbortSignal): Promise<ConsentAnswer> {
    const answer = this.#lastQuestion
      .then(() => askConsent(port, withdrawn))
      .catch((error: unknown): ConsentAnswer => {
        console.warn('Cellwire could not ask whether an agent may work in this notebook.', error);
        return 'unanswered';
      });
    this.#lastQuestion = answer;
    return answer;
  }
}
