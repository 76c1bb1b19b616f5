import { z } from 'zod';
import type { Policy } from '../../src/policy/policy.ts';
import { SCRATCH } from './open-notebook.ts';
import type { PlainBrowser } from './plain-browser.ts';

const History = z.object({ currentIndex: z.number(), entries: z.array(z.object({ id: z.number() })) });

/** The tab with the scratch notebook in a plain browser, and what can happen to it. */
export class NotebookTab {
  readonly #browser: PlainBrowser;

  constructor(browser: PlainBrowser) {
    this.#browser = browser;
  }

  /** As Chrome has it. The tab may show another notebook, but there is only this one besides the extension's page. */
  get tab(): Promise<unknown> {
    return this.#do('tab');
  }

  /** The user looks at something else: the tab is hidden. */
  hide(): Promise<void> {
    return this.#browser.toFront();
  }

  /** Counts from now on how often the browser lets timers of the page run. Gives how often that was. */
  async countTicks(): Promise<() => Promise<number>> {
    await this.evaluate(
      'clearInterval(window.ticking); window.ticks = 0; window.ticking = setInterval(() => ticks++, 20)',
    );
    return async () => Number(await this.evaluate('ticks'));
  }

  async evaluate(expression: string): Promise<unknown> {
    return this.#browser.evaluate(await this.#targetId(), expression);
  }

  async show(): Promise<void> {
    await this.#do('chrome.tabs.update(tab.id, { active: true })');
  }

  async reload(): Promise<void> {
    await this.#do('chrome.tabs.reload(tab.id)');
  }

  /** Settles when the new page is there: for some time after `reload` it is still the old one that answers. */
  async reloadToEnd(): Promise<void> {
    await this.#do(`new Promise((resolve) => {
      let begun = false;
      const listener = (id, { status }) => {
        if (id !== tab.id) return;
        if (status === 'loading') begun = true;
        if (status !== 'complete' || !begun) return;
        chrome.tabs.onUpdated.removeListener(listener);
        resolve();
      };
      chrome.tabs.onUpdated.addListener(listener);
      chrome.tabs.reload(tab.id);
    })`);
  }

  /** Its new id. */
  discard(): Promise<unknown> {
    return this.#do('chrome.tabs.discard(tab.id).then(({ id }) => id)');
  }

  async crash(): Promise<void> {
    const { cdp } = this.#browser;
    const targetId = await this.#targetId();
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
    const crashed = new Promise<void>((resolve) => {
      const stop = cdp.onEvent(({ method, params }) => {
        if (method !== 'Target.targetCrashed' && method !== 'Inspector.targetCrashed') return;
        if (params?.targetId !== undefined && params.targetId !== targetId) return;
        stop();
        resolve();
      });
    });
    await cdp.send('Target.setDiscoverTargets', { discover: true });
    // Nobody is left to answer.
    cdp.send('Page.crash', {}, String(sessionId)).catch(() => {});
    await crashed;
    await cdp.send('Target.detachFromTarget', { sessionId }).catch(() => {});
  }

  /** Frozen as long as somebody looks into it; gives how to let it go on. */
  async freeze(): Promise<() => Promise<void>> {
    const { cdp } = this.#browser;
    const targetId = await this.#targetId();
    const attached = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
    const sessionId = String(attached.sessionId);
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' }, sessionId);
    return async () => {
      await cdp.send('Page.setWebLifecycleState', { state: 'active' }, sessionId);
      await cdp.send('Target.detachFromTarget', { sessionId });
    };
  }

  /** Leaves for another page, and comes back when that is there. */
  async visit(url: string): Promise<void> {
    const { cdp } = this.#browser;
    await this.#browser.with(await this.#targetId(), async (sessionId) => {
      await cdp.send('Page.enable', {}, sessionId);
      const loaded = new Promise<void>((resolve) => {
        const stop = cdp.onEvent((event) => {
          if (event.method !== 'Page.loadEventFired' || event.sessionId !== sessionId) return;
          stop();
          resolve();
        });
      });
      await cdp.send('Page.navigate', { url }, sessionId);
      await loaded;
      const { currentIndex, entries } = History.parse(
        await cdp.send('Page.getNavigationHistory', {}, sessionId),
      );
      const entryId = entries[currentIndex - 1]?.id;
      await cdp.send('Page.navigateToHistoryEntry', { entryId }, sessionId);
    });
  }

  async setPolicy(policy: Policy): Promise<void> {
    const message = `{ to: 'worker', type: 'popup-policy', tabId: tab.id, policy: ${JSON.stringify(policy)} }`;
    await this.#do(`chrome.runtime.sendMessage(${message})`);
  }

  /** The user's yes to the question that is open, or opens next, in the panel. */
  async allow(): Promise<void> {
    await this.#do(`new Promise((resolve) => {
      const port = chrome.tabs.connect(tab.id, { name: 'cellwire-activity', frameId: 0 });
      let asked = false;
      port.onMessage.addListener(({ type, view }) => {
        if (type === 'answer') { port.disconnect(); resolve(); }
        const question = view?.questions[0];
        if (!question || asked) return;
        asked = true;
        port.postMessage({ id: 1, action: 'answer', args: [question.id, 'once'] });
      });
    })`);
  }

  /** Settles when a question is open. */
  async asks(): Promise<void> {
    await this.#do(`new Promise((resolve) => {
      const port = chrome.tabs.connect(tab.id, { name: 'cellwire-activity', frameId: 0 });
      port.onMessage.addListener(({ view }) => {
        if (view?.questions.length > 0) { port.disconnect(); resolve(); }
      });
    })`);
  }

  #do(expression: string): Promise<unknown> {
    // The browser's first tab is empty, and one is the extension's page.
    return this.#browser.inExtension(`chrome.tabs.getCurrent().then(async (own) => {
      const tab = (await chrome.tabs.query({})).find(({ index, id }) => index > 0 && id !== own.id);
      return ${expression};
    })`);
  }

  async #targetId(): Promise<string> {
    const target = (await this.#browser.targets('page')).find(({ url }) => url === SCRATCH);
    if (!target) throw new Error('No tab shows the notebook.');
    return target.targetId;
  }
}
