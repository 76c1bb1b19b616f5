import { fakeBrowser } from '@webext-core/fake-browser';
import { expect } from 'vitest';
import type { TabLink } from '../../../background/tab-links.ts';
import { SCRATCH_PATH } from '../../../src/wire/colab-site.ts';
import { addressProof, keyIn, newKey, tokenOf } from '../../../src/wire/keys.ts';
import type {
  Arrival,
  NotebookPlace,
  OffscreenMessage,
  Paired,
  TabDecisions,
} from '../../../src/wire/messages.ts';
import { ORIGIN } from '../background/link-steps.ts';
import type { WorkerRig } from '../background/worker-rig.ts';
import { link as linkPage, popup, sessionOf } from '../background/worker-rig.ts';

type Order<Type extends OffscreenMessage['type']> = Extract<OffscreenMessage, { type: Type }>;

/** A server that addresses name: one that is not ours, or a bridge, whose token is another each time. */
export interface Server {
  port: number;
  token: string | null;
}

export const SERVERS: readonly Server[] = [
  { port: 8765, token: 'one' },
  { port: 8765, token: 'another' },
  { port: 8766, token: 'one' },
  { port: 8770, token: null },
  { port: 8771, token: null },
];

const UNPROVEN = 'unproven';

/**
 * What the user has said, kept apart from what the worker keeps; every order to open or close a socket is held against
 * it. Each method is something that can happen.
 */
export class ConsentModel {
  readonly #rig: WorkerRig;
  /** What each tab shows. */
  readonly #shown = new Map<number, NotebookPlace>();
  /** What the page of each tab has on the screen. */
  readonly #questions = new Map<number, Array<{ linkId: string; place: NotebookPlace }>>();
  /** `linkId path`: the user said yes. */
  readonly #approved = new Set<string>();
  /** `server path`: the user said always. */
  readonly #always = new Set<string>();
  /** The notebook that a link is allowed for, and whether always. */
  readonly #last = new Map<string, { place: NotebookPlace; always: boolean }>();
  readonly #suspects = new Set<string>();
  readonly #returned = new Set<string>();
  readonly #names = new Map<string, string>();
  readonly #bridges = new Map<number, Paired>();
  readonly #sentAway = new Set<string>();
  #links: TabLink[] = [];
  #nextTab = 100;
  orders = 0;

  constructor(rig: WorkerRig) {
    this.#rig = rig;
  }

  async opens(
    tab: number,
    server: Server,
    place: NotebookPlace,
    how: { site: 'none' | 'cross-site'; isProven: boolean; arrival: Arrival },
  ): Promise<void> {
    const token = server.token ?? tokenOf(newKey());
    const known = server.token === null && how.isProven ? this.#bridges.get(server.port) : undefined;
    const proof = known
      ? `${known.key.id}.${await addressProof(known.key, keyIn(token)?.id ?? '', server.port)}`
      : null;
    const isSuspect = !known && (how.arrival === 'same-page' || how.site !== 'none');
    const caller = { credentials: { token, port: server.port }, agent: 'Tester', proof };
    void this.#rig.visit(tab, how.site);
    const served = this.#served;
    const attached = await this.#starts(tab, place, caller, how.arrival, isSuspect);
    await this.#check((order) => {
      // Only what is let in by a rule of the user's takes the place of another, on the same port.
      const isReplaced = order.port === server.port && attached && !isSuspect;
      expect(isReplaced || !served.has(order.linkId), 'a link that works is closed').toBe(true);
    });
  }

  async reloads(tab: number): Promise<void> {
    const place = this.#shown.get(tab);
    if (place) await this.goes(tab, place);
  }

  async goes(tab: number, place: NotebookPlace): Promise<void> {
    void this.#rig.visit(tab, 'same-origin');
    await this.#starts(tab, place, null, 'load', false);
    await this.#check('nothing');
  }

  /** The user answers a question that the page of the tab shows. */
  async answers(tab: number, at: number, word: 'once' | 'always' | 'no'): Promise<void> {
    const open = this.#questions.get(tab) ?? [];
    const [question] = open.splice(at % Math.max(1, open.length), 1);
    if (!question) return;
    const { linkId, place } = question;
    if (word === 'no') {
      this.#sendAway((link) => link.linkId === linkId && link.tabId === tab && link.question !== null);
      await this.#say({ type: 'consent-refused', linkId }, sessionOf(tab, this.#urlOf(place)));
      await this.#check('nothing');
      return;
    }
    this.#approve(linkId, place, word === 'always');
    const news = { type: 'consent-given', place, linkId, remember: word === 'always' };
    await this.#say(news, sessionOf(tab, this.#urlOf(place)));
    await this.#check('all');
  }

  /** A tab says yes for a link that it was not asked about, or about another notebook. */
  async claims(tab: number, at: number, place: NotebookPlace): Promise<void> {
    const link = this.#links[at % Math.max(1, this.#links.length)];
    const isAsked = (this.#questions.get(tab) ?? []).some((one) => one.linkId === link?.linkId);
    if (!link || isAsked || link.question !== null) return;
    const news = { type: 'consent-given', place, linkId: link.linkId, remember: true };
    await this.#say(news, sessionOf(tab, this.#urlOf(place)));
    await this.#check('nothing');
  }

  async connectsByHand(tab: number, { port, token }: Server): Promise<void> {
    const place = this.#shown.get(tab);
    if (!place) return;
    this.#rig.shown = { place, hasSessionScript: true };
    const caller = { credentials: { token: token ?? tokenOf(newKey()), port }, agent: null, proof: null };
    await this.#say({ type: 'popup-connect', tabId: tab, caller }, popup());
    this.#links = await this.#load();
    for (const linkId of this.#toldTo(tab).flatMap(({ attach }) => attach))
      this.#approve(linkId, place, null);
    await this.#check('all');
  }

  async ofLink(
    at: number,
    what: 'disconnect' | 'allow' | 'redial' | 'asks' | 'paired' | 'returned' | 'detach',
  ): Promise<void> {
    const link = this.#links[at % Math.max(1, this.#links.length)];
    const place = link && this.#shown.get(link.tabId);
    if (!link || !place) return;
    const { linkId } = link;
    // Only what is served can leave.
    if (what === 'detach' && (link.allowed === null || link.refused !== null)) return;
    this.#rig.shown = { place, hasSessionScript: true };
    if (what === 'disconnect') this.#sendAway((other) => other.linkId === linkId);
    if (what === 'allow') this.#approve(linkId, place, null);
    if (what === 'paired') return this.#pairs(link);
    if (what === 'returned') {
      if (link.refused !== null || link.paired !== null || keyIn(link.credentials.token)) return;
      // One that works is not asked about: then it was told too late.
      if (!this.#rig.extension.links.has(linkId)) return;
      this.#rig.extension.report(linkId, { phase: 'resting' });
      this.#suspects.add(linkId);
      this.#returned.add(linkId);
      for (const one of [...this.#approved]) if (one.startsWith(linkId)) this.#approved.delete(one);
    }
    const words = { disconnect: 'popup-disconnect', allow: 'popup-allow', redial: 'popup-redial' };
    const news =
      what === 'asks' || what === 'returned'
        ? { type: `link-${what}`, linkId }
        : what === 'detach'
          ? { type: 'link-left', linkId }
          : { type: words[what], linkId };
    await this.#say(news, what in words ? popup() : linkPage());
    for (const { ask } of this.#toldTo(link.tabId)) this.#asks(link.tabId, place, ask);
    await this.#check(what === 'allow' || what === 'detach' ? 'all' : 'nothing');
  }

  async stops(tab: number): Promise<void> {
    this.#sendAway((link) => link.tabId === tab);
    await this.#say({ type: 'popup-stop', tabId: tab }, popup());
    await this.#check('nothing');
  }

  async closes(tab: number): Promise<void> {
    this.#forgetTab(tab);
    await fakeBrowser.tabs.onRemoved.trigger(tab, { windowId: 1, isWindowClosing: false });
    await this.#settles();
    await this.#check('all');
  }

  /** The browser has thrown the page away, and gives the tab another id. Gives it. */
  async replaces(tab: number): Promise<number> {
    const place = this.#shown.get(tab);
    if (!place) return tab;
    this.#nextTab += 1;
    const next = this.#nextTab;
    this.#forgetTab(tab);
    this.#show(next, place);
    this.#rig.replace(next, tab);
    await this.#settles();
    await this.#check('nothing');
    return next;
  }

  get #served(): Set<string> {
    return new Set(
      this.#links.filter(({ allowed, refused }) => allowed && !refused).map(({ linkId }) => linkId),
    );
  }

  /** True when the link of the caller is served now. */
  async #starts(
    tab: number,
    place: NotebookPlace,
    caller: unknown,
    arrival: Arrival,
    isSuspect: boolean,
  ): Promise<boolean> {
    const before = new Set(this.#links.map(({ linkId }) => linkId));
    this.#show(tab, place);
    this.#questions.delete(tab);
    this.#rig.shown = { place, hasSessionScript: true };
    const news = { type: 'tab-started', place, hasSessionScript: true, caller, arrival };
    const decisions: unknown = await this.#say(news, sessionOf(tab, this.#urlOf(place)));
    for (const { linkId } of await this.#load()) {
      if (!before.has(linkId) && isSuspect) this.#suspects.add(linkId);
    }
    // Another tab shows the notebook, and is connected instead.
    const closed = this.#rig.done.splice(0).includes(`close ${tab}`);
    for (const other of this.#shown.keys()) {
      for (const { ask } of this.#toldTo(other)) this.#asks(other, place, ask);
    }
    if (closed) {
      this.#forgetTab(tab);
      await fakeBrowser.tabs.onRemoved.trigger(tab, { windowId: 1, isWindowClosing: false });
      await this.#settles();
      return true;
    }
    const { attach, ask } = decisions as TabDecisions;
    this.#asks(tab, place, ask);
    return attach.length > 0;
  }

  async #pairs({ linkId, credentials: { port, token }, allowed }: TabLink): Promise<void> {
    if (keyIn(token) === null || !allowed) return;
    const paired = { serverId: `bridge at ${port}`, key: newKey() };
    this.#bridges.set(port, paired);
    this.#names.set(linkId, paired.serverId);
    const last = this.#last.get(linkId);
    if (last?.always) this.#always.add(`${paired.serverId} ${last.place.path}`);
    await this.#say({ type: 'link-paired', linkId, paired }, linkPage());
    await this.#check('nothing');
  }

  /** `always`: null where the user was not asked whether. */
  #approve(linkId: string, place: NotebookPlace, always: boolean | null): void {
    const link = this.#links.find((other) => other.linkId === linkId);
    this.#approved.add(`${linkId} ${place.path}`);
    this.#suspects.delete(linkId);
    this.#last.set(linkId, { place, always: always === true });
    if (!link) return;
    this.#sentAway.delete(`port ${link.credentials.port}`);
    this.#sentAway.delete(this.#nameOf(link));
    if (always && this.#nameOf(link) !== '') this.#always.add(`${this.#nameOf(link)} ${place.path}`);
  }

  #sendAway(which: (link: TabLink) => boolean): void {
    for (const link of this.#links.filter(which)) {
      if (link.refused !== null && link.question === null) continue;
      this.#sentAway.add(`port ${link.credentials.port}`);
      if (link.paired) this.#sentAway.add(link.paired.serverId);
      for (const one of [...this.#approved]) if (one.startsWith(link.linkId)) this.#approved.delete(one);
      if (link.allowed) this.#always.delete(`${link.paired?.serverId ?? UNPROVEN} ${link.allowed.path}`);
      this.#last.delete(link.linkId);
    }
  }

  /** What the user knows it by; nothing for a bridge that has not proven itself. */
  #nameOf({ linkId, credentials, paired }: TabLink): string {
    const name = paired?.serverId ?? this.#names.get(linkId);
    return name ?? (keyIn(credentials.token) === null ? UNPROVEN : '');
  }

  #show(tab: number, place: NotebookPlace): void {
    this.#shown.set(tab, place);
    this.#rig.tabs.set(tab, this.#urlOf(place));
  }

  #urlOf = ({ path }: NotebookPlace): string => ORIGIN + path;

  #asks(tab: number, place: NotebookPlace, ask: TabDecisions['ask']): void {
    const open = this.#questions.get(tab) ?? [];
    const news = ask.filter(({ linkId }) => !open.some((one) => one.linkId === linkId));
    this.#questions.set(tab, [...open, ...news.map(({ linkId }) => ({ linkId, place }))]);
  }

  #forgetTab(tab: number): void {
    this.#shown.delete(tab);
    this.#questions.delete(tab);
    this.#rig.tabs.delete(tab);
  }

  /** What a tab was told since. */
  #toldTo(tab: number): TabDecisions[] {
    const told = this.#rig.toTabs.filter(([to]) => to === tab).map(([, message]) => message);
    for (let at = this.#rig.toTabs.length - 1; at >= 0; at -= 1) {
      if (this.#rig.toTabs[at]?.[0] === tab) this.#rig.toTabs.splice(at, 1);
    }
    return told.flatMap((message) => (message.type === 'decisions' ? [message.decisions] : []));
  }

  async #say(news: object, sender: Parameters<WorkerRig['say']>[1]): Promise<unknown> {
    return this.#rig.say({ to: 'worker', ...news }, sender);
  }

  /** What was begun before this is done after it. */
  async #settles(): Promise<void> {
    await this.#say({ type: 'popup-disconnect', linkId: 'none' }, popup());
  }

  async #load(): Promise<TabLink[]> {
    const { links = [] } = await fakeBrowser.storage.session.get<{ links?: TabLink[] }>('links');
    return links;
  }

  /** Holds what was ordered since against what the user said. `mayClose`: which links that work may be closed. */
  async #check(
    mayClose: 'all' | 'nothing' | ((closed: { linkId: string; port: number }) => void),
  ): Promise<void> {
    const before = new Map(this.#links.map((link) => [link.linkId, link]));
    const served = this.#served;
    this.#links = await this.#load();
    const links = new Map([...before, ...this.#links.map((link) => [link.linkId, link] as const)]);
    for (const order of this.#rig.extension.told.splice(0)) {
      const link = 'linkId' in order ? links.get(order.linkId) : undefined;
      if (order.type === 'open') this.#checkOpen(order, link);
      if (order.type !== 'close' || !link) continue;
      if (typeof mayClose === 'function') mayClose({ linkId: link.linkId, port: link.credentials.port });
      else expect(mayClose === 'all' || !served.has(link.linkId), 'a link that works is closed').toBe(true);
    }
    this.#checkQuestions();
  }

  #checkOpen({ linkId, notebookUrl, refused }: Order<'open'>, link: TabLink | undefined): void {
    this.orders += 1;
    expect(this.#suspects.has(linkId), `${linkId}: dialled, and only a page vouches for it`).toBe(false);
    if (refused !== null) return;
    const path = notebookUrl.slice(ORIGIN.length);
    const name = link ? this.#nameOf(link) : '';
    const isSentAway = link
      ? this.#sentAway.has(`port ${link.credentials.port}`) || this.#sentAway.has(name)
      : false;
    const isApproved =
      this.#approved.has(`${linkId} ${path}`) ||
      (!isSentAway && (path === SCRATCH_PATH || this.#always.has(`${name} ${path}`)));
    expect(isApproved, `${linkId}: opened for ${path}, which the user has not allowed`).toBe(true);
    this.#approved.add(`${linkId} ${path}`);
  }

  #checkQuestions(): void {
    const made = this.#links.filter(
      ({ linkId, question }) =>
        question !== null && this.#suspects.has(linkId) && !this.#returned.has(linkId),
    );
    const tabs = made.map(({ tabId }) => tabId);
    expect(new Set(tabs).size, 'pages have made two questions in one tab').toBe(tabs.length);
  }
}
