import type { Page } from 'playwright';
import type { NotebookActions, NotebookView } from '../../src/wire/notebook-view.ts';
import type { ActivityRequest, FromActivity } from '../../src/wire/pushed-state.ts';
import { ACTIVITY_PORT } from '../../src/wire/pushed-state.ts';

declare global {
  var cellwireUser: { view: () => NotebookView | null; act: (request: ActivityRequest) => Promise<unknown> };
}

/** Somebody who decides in a page of the extension, without what such a page looks like. */
export class PanelUser {
  readonly #page: Page;
  #count = 0;
  readonly #seen: string[] = [];

  private constructor(page: Page) {
    this.#page = page;
  }

  /** `page` is one of the extension's own. */
  static async watch(page: Page, tabId: number): Promise<PanelUser> {
    await page.evaluate(
      ({ tabId, name }) => {
        const port = chrome.tabs.connect(tabId, { name, frameId: 0 });
        const waiting = new Map<number, (answer: FromActivity) => void>();
        let view: NotebookView | null = null;
        port.onMessage.addListener((message: FromActivity) => {
          if (message.type === 'view') view = message.view;
          else if (message.type !== 'entries') waiting.get(message.id)?.(message);
        });
        globalThis.cellwireUser = {
          view: () => view,
          act: async (request) => {
            const answer = await new Promise<FromActivity>((resolve) => {
              waiting.set(request.id, resolve);
              port.postMessage(request);
            });
            if (answer.type === 'failed') throw new Error(answer.message);
            return answer.type === 'answer' ? answer.result : null;
          },
        };
      },
      { tabId, name: ACTIVITY_PORT },
    );
    return new PanelUser(page);
  }

  async view(): Promise<NotebookView> {
    const view = await this.#page.evaluate(() => globalThis.cellwireUser.view());
    if (!view) throw new Error('The session has not shown anything yet.');
    return view;
  }

  /** The next thing of this kind that the user is shown: none that was given before. */
  async next<Kind extends 'questions' | 'proposals'>(kind: Kind): Promise<NotebookView[Kind][number]> {
    const handle = await this.#page.waitForFunction(
      ({ name, seen }) => globalThis.cellwireUser.view()?.[name].find(({ id }) => !seen.includes(id))?.id,
      { name: kind, seen: this.#seen },
    );
    const id = String(await handle.jsonValue());
    this.#seen.push(id);
    const found = (await this.view())[kind].find((one) => one.id === id);
    if (!found) throw new Error('It is gone already.');
    return found;
  }

  async act<Action extends keyof NotebookActions>(
    action: Action,
    ...args: Parameters<NotebookActions[Action]>
  ): Promise<Awaited<ReturnType<NotebookActions[Action]>>>;
  act(action: keyof NotebookActions, ...args: unknown[]): Promise<unknown> {
    this.#count += 1;
    const request: ActivityRequest = { id: this.#count, action, args };
    return this.#page.evaluate((asked) => globalThis.cellwireUser.act(asked), request);
  }
}
