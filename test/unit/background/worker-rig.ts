import { fakeBrowser } from '@webext-core/fake-browser';
import { vi } from 'vitest';
import type { Credentials } from '../../../src/wire/credentials.ts';
import type { NotebookPlace, TabMessage, TabReport } from '../../../src/wire/messages.ts';
import { FakeExtension } from './fake-extension.ts';
import { MINE, ORIGIN, server } from './link-steps.ts';

export type Sender = Parameters<typeof fakeBrowser.runtime.onMessage.trigger>[1];

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

/** The service worker as it starts, with an extension and tabs around it. */
export class WorkerRig {
  readonly extension = FakeExtension.install();
  /** What was said to tabs, and how. */
  readonly toTabs: Array<[number, TabMessage, unknown]> = [];
  /** The addresses of open tabs, by id. */
  readonly tabs = new Map<number, string>();
  /** What was done to tabs and windows. */
  readonly done: string[] = [];
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
      query: async () => [...rig.tabs].map(([id, url]) => ({ id, url, incognito: false })),
      get: async (id: number) => ({ id, url: rig.tabs.get(id) }),
      update: async (id: number) => {
        rig.done.push(`front ${id}`);
        return { id, windowId: 3 };
      },
      remove: async (id: number) => void rig.done.push(`close ${id}`),
    });
    Object.assign(fakeBrowser.windows, { update: async (id: number) => void rig.done.push(`window ${id}`) });
    vi.resetModules();
    await import('../../../background/service-worker.ts');
    return rig;
  }

  /** The worker's answer; undefined when it does not listen. */
  async say(message: unknown, sender: Sender): Promise<unknown> {
    const [answer] = await fakeBrowser.runtime.onMessage.trigger(message, sender, () => {});
    return answer;
  }

  /** A page has started, with the address of a server. */
  load(
    sender: Sender,
    place: NotebookPlace = MINE,
    hasSessionScript = false,
    news: { isNewTab?: boolean; credentials?: Credentials; agent?: string | null } = {},
  ): Promise<unknown> {
    const page = { place, hasSessionScript, credentials: server(8765), agent: 'Tester', isNewTab: false };
    return this.say({ to: 'worker', type: 'tab-started', ...page, ...news }, sender);
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
