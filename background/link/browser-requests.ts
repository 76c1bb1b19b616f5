import { errorFrame, resultFrame } from '../../src/wire/frames.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import { INTERNAL_ERROR } from '../../src/wire/json-rpc.ts';
import type { BrowserWish } from '../../src/wire/messages.ts';
import { DETACH_METHOD, isAboutBrowser, NOTEBOOKS_METHOD } from '../../src/wire/notebook-list.ts';
import type { Request } from './open-requests.ts';

interface BrowserParts {
  answer: (id: RequestId, text: string) => void;
  /** Has the worker do it. */
  ask: (wish: BrowserWish) => Promise<unknown>;
  leave: () => void;
}

/** What our bridge asks of the browser, not of the tab: the worker answers, and a reload of the tab does not matter. */
export class BrowserRequests {
  readonly #parts: BrowserParts;
  readonly #open = new Set<RequestId>();

  constructor(parts: BrowserParts) {
    this.#parts = parts;
  }

  has(id: RequestId): boolean {
    return this.#open.has(id);
  }

  /** False when it is none of these. */
  take({ id, method, params = {} }: Request): boolean {
    if (!isAboutBrowser(method)) return false;
    const { ask, answer, leave } = this.#parts;
    if (method === DETACH_METHOD) {
      // Before the socket closes, which is what it asks for.
      answer(id, resultFrame(id, {}));
      leave();
      return true;
    }
    this.#open.add(id);
    ask(wishIn(method, params)).then(
      (result) => this.#answer(id, resultFrame(id, result)),
      (error: unknown) => this.#answer(id, errorFrame(id, INTERNAL_ERROR, String(error))),
    );
    return true;
  }

  #answer(id: RequestId, text: string): void {
    if (this.#open.delete(id)) this.#parts.answer(id, text);
  }
}

function wishIn(method: string, { others, url, notebookId }: Record<string, unknown>): BrowserWish {
  if (method === NOTEBOOKS_METHOD) return { kind: 'list', others: others === true };
  if (typeof url === 'string') return { kind: 'open', url };
  return { kind: 'attach', notebookId: String(notebookId) };
}
