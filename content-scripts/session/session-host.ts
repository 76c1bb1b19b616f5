import browser from 'webextension-polyfill';
import { cellElement, cellPlace, cellToolbar, notebookArea } from '../../src/colab/cell-element.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { Asker, ConsentAnswer } from '../../src/ui/consent/ask-consent.ts';
import { askConsent } from '../../src/ui/consent/ask-consent.ts';
import { PageUi } from '../../src/ui/page/page-ui.ts';
import type { FromTab, TabDecisions } from '../../src/wire/messages.ts';
import { SESSION_PORT_PREFIX } from '../../src/wire/messages.ts';
import type { PageObjects } from '../../src/wire/page-channel.ts';
import { place } from '../starter/place.ts';
import type { Starter, TabSessions } from '../starter/starter.ts';
import { serveActivity } from './activity-port.ts';
import { createNotebookServer } from './notebook-server.ts';
import { OpenNotebook } from './open-notebook.ts';
import { PortTransport } from './port-transport.ts';

/** If the link goes away under us (the browser closed it, or it crashed), it is asked for again after this long. */
const REVIVE_MS = 500;

/** The sessions of this tab, one for each link: begins them where access is allowed, asks the user where it is not. */
export class SessionHost implements TabSessions {
  readonly #page: PageObjects;
  readonly #starter: Pick<Starter, 'start' | 'report'>;
  readonly #attached = new Map<string, PortTransport>();
  /** Questions that the user has not answered, by link; each can be withdrawn. */
  readonly #questions = new Map<string, AbortController>();
  #lastQuestion: Promise<unknown> = Promise.resolve();
  #open: OpenNotebook | null = null;
  #stopActivity = (): void => {};
  #hasShownOne = false;
  readonly #ui = new PageUi({
    cellElement: (cellId) => cellElement(document, cellId),
    cellPlace: (cellId) => cellPlace(document, cellId),
    notebookArea: () => notebookArea(document),
    cellToolbar: () => cellToolbar(document),
    openPanel: () => void browser.runtime.sendMessage({ to: 'worker', type: 'open-panel' }).catch(() => {}),
  });

  constructor(page: PageObjects, starter: Pick<Starter, 'start' | 'report'>) {
    this.#page = page;
    this.#starter = starter;
  }

  apply({ notebookId, policy, attach, ask }: TabDecisions): void {
    const open = this.#show(notebookId);
    open.policy = policy;
    for (const linkId of attach) this.#attach(linkId, open);
    for (const { linkId, port, agent } of ask) void this.#ask(linkId, { port, agent });
  }

  /** The page is put aside or gone, or shows another notebook: nobody may work in it, or be allowed to, from here. */
  leave(isForAnother: boolean): void {
    const attached = [...this.#attached.values()];
    this.#attached.clear();
    for (const transport of attached) void transport.close();
    for (const question of this.#questions.values()) question.abort();
    this.#questions.clear();
    if (isForAnother) this.#close();
  }

  /** What is remembered of one notebook ends with it; a page that was only put aside goes on where it was. */
  #show(notebookId: string): OpenNotebook {
    if (this.#open?.id === notebookId) return this.#open;
    this.#close();
    const wishes = {
      setPolicy: (policy: Policy) =>
        this.#report({ to: 'worker', type: 'tab-policy', place: place(), policy }),
      disconnectAll: () => this.#report({ to: 'worker', type: 'tab-stopped' }),
    };
    const open = new OpenNotebook(notebookId, this.#page, wishes, this.#hasShownOne);
    this.#hasShownOne = true;
    this.#open = open;
    this.#stopActivity = serveActivity(open);
    this.#ui.show(open);
    return open;
  }

  /** At once: what waits for its turn must not start in the notebook that comes next. */
  #close(): void {
    this.#open?.end();
    this.#open = null;
    this.#ui.hide();
    this.#stopActivity();
    this.#stopActivity = () => {};
  }

  #attach(linkId: string, open: OpenNotebook): void {
    // Allowed in the popup meanwhile: a "no" to a question that is still open would end it again.
    this.#questions.get(linkId)?.abort();
    this.#questions.delete(linkId);
    if (this.#attached.has(linkId)) return;
    const port = browser.runtime.connect({ name: SESSION_PORT_PREFIX + linkId });
    const transport = new PortTransport(port);
    this.#attached.set(linkId, transport);
    const session = open.sessionOf(linkId);
    transport.ongreeting = (greeting) => session.greet(greeting);
    transport.onrefused = () => session.refuse();
    const server = createNotebookServer(open, {
      version: browser.runtime.getManifest().version,
      session,
      onclose: () => {
        session.leave();
        this.#lost(linkId, transport);
      },
    });
    void server.connect(transport);
  }

  #lost(linkId: string, transport: PortTransport): void {
    if (this.#attached.get(linkId) !== transport) return;
    this.#attached.delete(linkId);
    setTimeout(() => void this.#starter.start(null), REVIVE_MS);
  }

  #report(message: FromTab): Promise<void> {
    return this.#starter.report(message, place());
  }

  async #ask(linkId: string, asker: Asker): Promise<void> {
    if (this.#questions.has(linkId)) return;
    const question = new AbortController();
    this.#questions.set(linkId, question);
    const asked = place();
    const answer = await this.#answerTo(asker, question.signal);
    // After a withdrawal the link may have a new question already.
    if (this.#questions.get(linkId) !== question) return;
    // One that was not answered is asked again with the next decisions.
    this.#questions.delete(linkId);
    if (answer === 'unanswered') return;
    const message: FromTab =
      answer === 'refused'
        ? { to: 'worker', type: 'consent-refused', linkId }
        : { to: 'worker', type: 'consent-given', place: asked, linkId, remember: answer === 'always' };
    await this.#starter.report(message, asked);
  }

  /** One question at a time: a click must not answer the one beneath as well. */
  #answerTo(asker: Asker, withdrawn: AbortSignal): Promise<ConsentAnswer> {
    const answer = this.#lastQuestion
      .then(() => askConsent(asker, withdrawn))
      .catch((error: unknown): ConsentAnswer => {
        console.warn('Cellwire could not ask whether an agent may work in this notebook.', error);
        return 'unanswered';
      });
    this.#lastQuestion = answer;
    return answer;
  }
}
