import type { FailureData } from '../../src/notebook/failure.ts';
import { failureFrame } from '../../src/wire/frames.ts';
import { ANOTHER_NOTEBOOK, ASLEEP, gone, NO_TAB, OTHER_NOTEBOOK, reloaded, silent } from './failures.ts';
import type { OpenRequest, OpenRequests, Request } from './open-requests.ts';
import { requestIn } from './open-requests.ts';
import type { ServerEnd } from './server-end.ts';
import type { TabEnd } from './tab-end.ts';

interface EndingParts {
  open: OpenRequests;
  tab: TabEnd;
  server: ServerEnd;
}

/**
 * No call is left open: those that nobody can answer any more are ended here, each with the reason of what happened. Only
 * the user's no has words of its own: see `refusal.ts`.
 */
export class CallEndings {
  readonly #parts: EndingParts;

  constructor(parts: EndingParts) {
    this.#parts = parts;
  }

  /** What has had no effects stays open. `saidAll`: whatever the session had begun, it has said so. */
  sessionGone(saidAll: boolean): void {
    const isOver = ({ method, hasBegun }: OpenRequest): boolean =>
      method === 'tools/call' && (hasBegun || !saidAll);
    for (const request of this.#parts.open.takeAll(isOver)) this.#end(request, reloaded(request));
  }

  /** The page has given no sign of life. */
  pageSilent(): void {
    const { open, tab } = this.#parts;
    for (const request of open.takeAll()) {
      tab.cancel(request.id);
      this.#end(request, silent(request));
    }
  }

  /** What was asked of one notebook is not done in another that the tab shows now. */
  notebookShown(notebookId: string): void {
    const { open, tab } = this.#parts;
    const isForeign = (request: OpenRequest): boolean =>
      request.method === 'tools/call' && request.notebookId !== null && request.notebookId !== notebookId;
    for (const request of open.takeAll(isForeign)) {
      tab.drop(request.id);
      this.#end(request, ANOTHER_NOTEBOOK);
    }
  }

  /** It names a notebook that the tab does not show. */
  meantForAnother(request: Request): void {
    this.#parts.open.take(request.id);
    this.#end(request, OTHER_NOTEBOOK);
  }

  /** What waited for a session, or for the page to wake, did so for too long. */
  waitExpired(text: string): void {
    const { open, tab } = this.#parts;
    const request = requestIn(text);
    if (!request) return;
    open.take(request.id);
    this.#end(request, tab.isAsleep ? ASLEEP : NO_TAB);
  }

  linkClosed(reason: string): void {
    for (const request of this.#parts.open.takeAll()) this.#end(request, gone(request, reason));
  }

  #end(request: Pick<Request, 'id' | 'method'>, why: FailureData): void {
    this.#parts.server.answer(request.id, failureFrame(request, why));
  }
}
