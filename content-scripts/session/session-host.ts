import browser from 'webextension-polyfill';
import { clock } from '../../src/clock/clock.ts';
import { cellElement, cellPlace, cellToolbar, notebookArea } from '../../src/colab/cell-element.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { Asker } from '../../src/ui/consent/ask-consent.ts';
import { askConsent } from '../../src/ui/consent/ask-consent.ts';
import { askOthers } from '../../src/ui/consent/ask-others.ts';
import { PageUi } from '../../src/ui/page/page-ui.ts';
import type { FromTab, TabDecisions } from '../../src/wire/messages.ts';
import { RESUMES, SESSION_PORT_PREFIX } from '../../src/wire/messages.ts';
import type { ConnectedPage } from '../../src/wire/page-channel.ts';
import { place } from '../starter/place.ts';
import type { Starter, TabSessions } from '../starter/starter.ts';
import { serveActivity } from './activity-port.ts';
import { LinkAgents } from './link-agents.ts';
import { createNotebookServer } from './notebook-server.ts';
import { OpenNotebook } from './open-notebook.ts';
import { PortTransport } from './port-transport.ts';
import { TabClock } from './tab-clock.ts';

/** If the link goes away under us (the browser closed it, or it crashed), it is asked for again after this long. */
const REVIVE_MS = 500;
const MOST_REVIVALS = 4;

/** The sessions of this tab, one for each link: begins them where access is allowed, asks the user where it is not. */
export class SessionHost implements TabSessions {
  readonly #page: ConnectedPage;
  readonly #starter: Pick<Starter, 'start' | 'report' | 'isOrphan'>;
  readonly #clock: TabClock;
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
    openPanel: () => {
      if (!this.#starter.isOrphan)
        void browser.runtime.sendMessage({ to: 'worker', type: 'open-panel' }).catch(() => {});
    },
  });

  constructor(page: ConnectedPage, starter: Pick<Starter, 'start' | 'report' | 'isOrphan'>) {
    this.#page = page;
    this.#starter = starter;
    this.#clock = new TabClock(page, () => starter.isOrphan);
  }

  apply({ notebookId, policy, attach, ask, askOthers = [] }: TabDecisions): void {
    this.#clock.tell();
    const open = this.#show(notebookId);
    open.policy = policy;
    for (const linkId of attach) this.#attach(linkId, open);
    for (const { linkId, ...asker } of ask) void this.#ask(linkId, asker);
    for (const { linkId, ...asker } of askOthers) void this.#askOthers(linkId, asker);
  }

  /** The page is put aside or gone, or shows another notebook: nobody may work in it, or be allowed to, from here. */
  leave(isForAnother: boolean): void {
    const attached = [...this.#attached.values()];
    this.#attached.clear();
    for (const transport of attached) void transport.close();
    for (const question of this.#questions.values()) question.abort();
    this.#questions.clear();
    if (isForAnother) this.#close();
    this.#clock.rest();
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
    const known = this.#attached.get(linkId);
    if (known) {
      if (!known.isPlugged)
        known.plug(browser.runtime.connect({ name: SESSION_PORT_PREFIX + linkId + RESUMES }));
      return;
    }
    const transport = new PortTransport(browser.runtime.connect({ name: SESSION_PORT_PREFIX + linkId }));
    this.#attached.set(linkId, transport);
    const agents = new LinkAgents(open, linkId);
    transport.signOfLife = this.#page.signOfLife;
    transport.ongreeting = (greeting) => agents.greet(greeting);
    transport.onrefused = () => agents.refuse();
    transport.onunplugged = () => void this.#revive(transport);
    const server = createNotebookServer(open, {
      version: browser.runtime.getManifest().version,
      agents,
      begins: (request, runId) => transport.begins(request, runId),
      onclose: () => {
        agents.leave();
        this.#lost(linkId, transport);
      },
    });
    void server.connect(transport);
  }

  /** The link went away under a page that lives on: what is under way waits for the next one, and not for ever. */
  async #revive(transport: PortTransport): Promise<void> {
    let isAnswered = false;
    const isWorthIt = (): boolean => transport.mayResume && !isAnswered && !this.#starter.isOrphan;
    for (let attempt = 0; attempt < MOST_REVIVALS && isWorthIt(); attempt += 1) {
      await clock.pause(REVIVE_MS);
      isAnswered = await this.#starter.start(null, 'same-page').then(
        () => true,
        () => false,
      );
    }
    if (this.#starter.isOrphan) this.leave(true);
    // There is no link for it any more.
    if (!transport.isPlugged) await transport.close();
  }

  #lost(linkId: string, transport: PortTransport): void {
    if (this.#attached.get(linkId) !== transport) return;
    this.#attached.delete(linkId);
    clock.after(REVIVE_MS, () => void this.#starter.start(null, 'same-page'));
  }

  #report(message: FromTab): Promise<void> {
    return this.#starter.report(message, place());
  }

  async #ask(linkId: string, asker: Asker): Promise<void> {
    if (this.#questions.has(linkId)) return;
    const question = new AbortController();
    this.#questions.set(linkId, question);
    const asked = place();
    const answer = await this.#answerTo(() => askConsent(asker, question.signal));
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

  /** Whether the server may know which other notebooks are open. No answer is a no, until it asks again. */
  async #askOthers(linkId: string, asker: Asker): Promise<void> {
    const key = `others of ${linkId}`;
    if (this.#questions.has(key)) return;
    const question = new AbortController();
    this.#questions.set(key, question);
    const answer = await this.#answerTo(() => askOthers(asker, question.signal));
    if (this.#questions.get(key) !== question) return;
    this.#questions.delete(key);
    if (answer === 'unanswered') return;
    await this.#report({ to: 'worker', type: 'others-answered', linkId, isAllowed: answer === 'allowed' });
  }

  /** One question at a time: a click must not answer the one beneath as well. */
  #answerTo<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'unanswered'> {
    const answer = this.#lastQuestion.then(ask).catch((error: unknown) => {
      console.warn('Cellwire could not ask whether an agent may work in this notebook.', error);
      return 'unanswered' as const;
    });
    this.#lastQuestion = answer;
    return answer;
  }
}
