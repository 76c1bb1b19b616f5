import { fakeBrowser } from '@webext-core/fake-browser';
import { vi } from 'vitest';
import { agentName } from '../../../src/agents/agent.ts';
import type { LinkState, OffscreenMessage } from '../../../src/wire/messages.ts';

type Rule = chrome.declarativeNetRequest.Rule;
type Injection = chrome.scripting.ScriptInjection<unknown[], unknown>;

/**
 * What is around the service worker: storage and badge of the fake browser, an offscreen document, the header rules,
 * tabs that scripts are brought into and pages that open Ports.
 */
export class FakeExtension {
  /** How every link of the offscreen document stands, by id. */
  readonly links = new Map<string, LinkState>();
  /** What was said to the offscreen document. */
  readonly told: OffscreenMessage[] = [];
  /** What was asked for with each document that was made. */
  readonly documents: chrome.offscreen.CreateParameters[] = [];
  readonly rules = new Map<number, Rule>();
  /** What was brought into tabs. */
  readonly injections: Injection[] = [];
  /** The value of a script that is brought into a page's own world. */
  pageAgent: unknown = 1;
  hasDocument = false;
  /** Said instead of an answer by the offscreen document. */
  trouble: Error | null = null;

  static install(): FakeExtension {
    fakeBrowser.reset();
    const fake = new FakeExtension();
    vi.stubGlobal('chrome', {
      runtime: {
        id: fakeBrowser.runtime.id,
        ContextType: { OFFSCREEN_DOCUMENT: 'OFFSCREEN_DOCUMENT' },
        getContexts: async () => (fake.hasDocument ? [{}] : []),
      },
      offscreen: {
        Reason: { WORKERS: 'WORKERS' },
        createDocument: async (asked: chrome.offscreen.CreateParameters) => fake.#create(asked),
        closeDocument: async () => fake.closeDocument(),
      },
      storage: {
        AccessLevel: { TRUSTED_CONTEXTS: 'TRUSTED_CONTEXTS' },
        local: { setAccessLevel: async () => {} },
      },
      scripting: {
        ExecutionWorld: { MAIN: 'MAIN', ISOLATED: 'ISOLATED' },
        executeScript: async (injection: Injection) => fake.#inject(injection),
      },
      declarativeNetRequest: {
        RuleActionType: { MODIFY_HEADERS: 'modifyHeaders' },
        HeaderOperation: { SET: 'set' },
        ResourceType: { WEBSOCKET: 'websocket' },
        updateSessionRules: async (update: chrome.declarativeNetRequest.UpdateRuleOptions) =>
          fake.#updateRules(update),
      },
    });
    Object.assign(fakeBrowser.runtime, {
      sendMessage: async (message: OffscreenMessage) => fake.#handle(message),
      getManifest: () => ({ version: '1.2.3' }),
    });
    return fake;
  }

  /** Also what Chrome does to a document of its own accord. */
  closeDocument(): void {
    if (!this.hasDocument) throw new Error('No current offscreen document.');
    this.hasDocument = false;
    this.links.clear();
  }

  /** As if the socket of a link had got so far. */
  report(linkId: string, news: Partial<LinkState>): void {
    const state = this.links.get(linkId);
    if (!state) throw new Error(`There is no link ${linkId}.`);
    this.links.set(linkId, { ...state, ...news });
  }

  #inject(injection: Injection): Array<{ frameId: number; documentId: string; result: unknown }> {
    this.injections.push(injection);
    const result = injection.world === 'MAIN' ? this.pageAgent : undefined;
    return [{ frameId: 0, documentId: 'document', result }];
  }

  #create(asked: chrome.offscreen.CreateParameters): void {
    if (this.hasDocument) throw new Error('Only a single offscreen document may be created.');
    this.hasDocument = true;
    this.documents.push(asked);
  }

  #handle(message: OffscreenMessage): LinkState[] {
    if (!this.hasDocument) throw new Error('Could not establish connection. Receiving end does not exist.');
    this.told.push(message);
    if (this.trouble) throw this.trouble;
    if (message.type === 'open' && !this.links.has(message.linkId)) {
      const { linkId, tabId, credentials, refused } = message;
      const state = { linkId, tabId, port: credentials.port, agent: agentName(message.agent), refused };
      this.links.set(linkId, {
        ...state,
        phase: 'connecting',
        busy: false,
        detail: null,
        isOurBridge: false,
      });
    } else if (message.type === 'open' && message.refused === null) {
      this.report(message.linkId, { refused: null });
    }
    if (message.type === 'refuse' && this.links.has(message.linkId)) {
      this.report(message.linkId, { refused: message.refused });
    }
    if (message.type === 'close') this.links.delete(message.linkId);
    return [...this.links.values()];
  }

  #updateRules({ removeRuleIds = [], addRules = [] }: chrome.declarativeNetRequest.UpdateRuleOptions): void {
    for (const id of removeRuleIds) this.rules.delete(id);
    for (const rule of addRules) {
      if (this.rules.has(rule.id)) throw new Error(`Rule with id ${rule.id} does not have a unique ID.`);
      this.rules.set(rule.id, rule);
    }
  }
}
