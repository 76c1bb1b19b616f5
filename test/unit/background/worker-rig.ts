import { fakeBrowser } from '@webext-core/fake-browser';
import { expect, vi } from 'vitest';
import { WAITING_KEY } from '../../../background/carry-over.ts';
import type { Caller } from '../../../src/wire/connection-url.ts';
import type { Arrival, NotebookPlace, TabMessage, TabReport } from '../../../src/wire/messages.ts';
import { FakeExtension } from './fake-extension.ts';
import { MINE, ORIGIN, server } from './link-steps.ts';

export type Sender = Parameters<typeof fakeBrowser.runtime.onMessage.trigger>[1];

type Replaced = (newId: number, oldId: number) => void;

/** All that a worker keeps before it has anything to do. */
export const STARTED = { [WAITING_KEY]: [] };
export const DOCUMENT = 'the document that asked';

/** A content script is known by its tab, its frame and the address of its page. */
export function sessionOf(tabId: number, url = `${ORIGIN}/drive/mine`, frameId = 0): Sender {
  const tab = {
    id: tabId,
    ...{ index: 0, groupId: -1, highlighted: false, windowId: 1, active: true, pinned: false },
    ...{
      frozen: false,
      incognito: false,
      selected: false,
      discarded: false,
      autoDiscardable: true,
      lastAccessed: 0,
    },
  };
  return { tab, frameId, url, documentId: DOCUMENT };
}

export const popup = (): Sender => ({ url: fakeBrowser.runtime.getURL('/src/ui/popup/popup.html') });
export const link = (): Sender => ({ url: fakeBrowser.runtime.getURL('/background/link/link.html') });

type OnVisit = (details: {
  tabId: number;
  requestHeaders: Array<{ name: string; value: string }>;
}) => Promise<unknown>;

interface LoadNews extends Partial<Caller> {
  site?: string;
  arrival?: Arrival;
}

/** The service worker as it starts, with an extension and tabs around it. */
export class WorkerRig {
  readonly extension = FakeExtension.install();
  /** What was said to tabs, and how. */
  readonly toTabs: Array<[number, TabMessage, unknown]> = [];
  /** The addresses of open tabs, by id. */
  readonly tabs = new Map<number, string>();
  readonly incognito = new Set<number>();
  readonly #replaced: Replaced[] = [];
  /** What was done to tabs and windows. */
  readonly done: string[] = [];
  #onVisit: OnVisit = async () => {};
  /** What the starter of the tab reports; null when the tab has none, undefined when it keeps silent. */
  shown: TabReport | null | undefined = { place: MINE, hasSessionScript: false };

  static async start(): Promise<WorkerRig> {
    const rig = new WorkerRig();
    Object.assign(fakeBrowser.tabs, {
      sendMessage: async (tabId: number, message: TabMessage, options?: unknown) => {
        rig.toTabs.push([tabId, message, options]);
        if (rig.shown === null) {
          throw new Error('Could not establish connection. Receiving end does not exist.');
        }
        return rig.shown;
      },
      query: async () =>
        [...rig.tabs].map(([id, url]) => ({
          ...{ id, url, title: `Title ${id} - Colab` },
          incognito: rig.incognito.has(id),
        })),
      get: async (id: number) => ({ id, url: rig.tabs.get(id), incognito: false }),
      create: async ({ url }: { url: string }) => {
        rig.done.push(`create ${url}`);
        return { id: 9 };
      },
      update: async (id: number) => {
        rig.done.push(`front ${id}`);
        return { id, windowId: 3 };
      },
      remove: async (id: number) => void rig.done.push(`close ${id}`),
      onReplaced: { addListener: (listener: Replaced) => void rig.#replaced.push(listener) },
    });
    Object.assign(fakeBrowser, {
      webRequest: {
        onBeforeSendHeaders: {
          addListener: (listener: OnVisit): void => {
            rig.#onVisit = listener;
          },
        },
      },
    });
    Object.assign(fakeBrowser.windows, { update: async (id: number) => void rig.done.push(`window ${id}`) });
    await rig.restart();
    return rig;
  }

  /** The worker is stopped, and starts again. */
  async restart(): Promise<void> {
    fakeBrowser.runtime.onMessage.removeAllListeners();
    fakeBrowser.storage.onChanged.removeAllListeners();
    vi.resetModules();
    await import('../../../background/service-worker.ts');
    const { session } = fakeBrowser.storage;
    await vi.waitFor(async () => expect(await session.get()).toHaveProperty(WAITING_KEY));
  }

  /** Chrome gives a tab another id. */
  replace(newId: number, oldId: number): void {
    for (const listener of this.#replaced) listener(newId, oldId);
  }

  /** The worker's answer; undefined when it does not listen. */
  async say(message: unknown, sender: Sender): Promise<unknown> {
    const [answer] = await fakeBrowser.runtime.onMessage.trigger(message, sender, () => {});
    return answer;
  }

  /** The browser asks the site for a page; `site` is who led there. Ends when the request may go on. */
  async visit(tabId: number, site: string | undefined): Promise<void> {
    const requestHeaders = site === undefined ? [] : [{ name: 'Sec-Fetch-Site', value: site }];
    await this.#onVisit({ tabId, requestHeaders });
  }

  /** A page has started, with the address of a server; no page led to it. */
  async load(
    sender: Sender,
    place: NotebookPlace = MINE,
    hasSessionScript = false,
    { site = 'none', arrival = 'load', ...news }: LoadNews = {},
  ): Promise<unknown> {
    void this.visit(sender.tab?.id ?? 0, site);
    const caller = { credentials: server(8765), agent: 'Tester', proof: null, ...news };
    return this.say({ to: 'worker', type: 'tab-started', place, hasSessionScript, caller, arrival }, sender);
  }

  /** The same; gives the id of its link. */
  async asked(sender: Sender): Promise<string> {
    await this.load(sender);
    const { links } = await fakeBrowser.storage.session.get<{ links: Array<{ linkId: string }> }>();
    const linkId = links.at(-1)?.linkId;
    if (linkId === undefined) throw new Error('There is no link.');
    return linkId;
  }

  /** The links that have a socket. */
  get opened(): string[] {
    return [...this.extension.links.keys()];
  }
}
